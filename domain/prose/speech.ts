/**
 * Speech between its marks, to the end of the paragraph where it is not closed. Single marks begin speech only where a word begins and end it
 * only behind one, and have to be closed: an apostrophe is none. Source of the marks: CLDR, `quotationStart`, `quotationEnd` and their
 * alternates.
 */
export const SPEECH =
  /“[^”\n]*(?:”|$)|„[^“”\n]*(?:[“”]|$)|”[^”\n]*(?:”|$)|«[^»\n]*(?:»|$)|»[^«»\n]*(?:[«»]|$)|「[^」\n]*(?:」|$)|『[^』\n]*(?:』|$)|"[^"\n]*(?:"|$)|[‚‹][^‘’›\n]*[‘’›]|(?<![\p{L}\p{N}])[‘’'](?=\S)(?!\d|(?:em|tis|twas|til|cause|n)\b)[^\n]*?(?<=[^\s‘’'])[’'](?![\p{L}\p{N}])/gimu;

/**
 * Speech between its marks, to the end of the paragraph where it is not closed. Single marks begin speech only where a word begins, and end
 * it only behind one: an apostrophe is none. Source of the marks: CLDR, `quotationStart` and `quotationEnd` of its languages.
 */
export const SPEECH =
  /“[^”\n]*(?:”|$)|„[^“”\n]*(?:[“”]|$)|«[^»\n]*(?:»|$)|»[^«\n]*(?:«|$)|「[^」\n]*(?:」|$)|『[^』\n]*(?:』|$)|"[^"\n]*(?:"|$)|(?<![\p{L}\p{N}])[‘'](?=\S)[^\n]*?(?:(?<=\S)[’'](?![\p{L}\p{N}])|$)/gmu;

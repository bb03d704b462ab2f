/**
 * Combining marks that search ignores: accents of the Latin, Greek and Cyrillic scripts, and the optional vowel points
 * of Hebrew and Arabic. Marks that are letters in their own right (Indic and Thai vowels, Japanese voicing) stay.
 */
const IGNORED_MARKS = new RegExp(
  [
    "[\\u0300-\\u036f\\u0483-\\u0487]",
    "[\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7]",
    "[\\u0610-\\u061a\\u064b-\\u065f\\u0670]",
    "[\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f]",
  ].join("|"),
  "g",
);

/**
 * The form in which names are compared by a search: compatibility forms unified (NFKC), lower case, diacritics
 * stripped. It is made here and not by the database, so that it does not depend on anyone's locale.
 */
export function searchForm(text: string): string {
  // A final sigma is the same letter as any other; only its place in the word differs.
  const lower = text.normalize("NFKC").toLowerCase().replaceAll("ς", "σ");
  return lower.normalize("NFD").replace(IGNORED_MARKS, "").normalize("NFC");
}

const ALNUM = "abcdefghijklmnopqrstuvwxyz0123456789";

/**
 * A search form in the letters and digits of ASCII alone, a character for a character: what is part of one text is part of the
 * other here too, but not the other way round. PostgreSQL's trigrams pass over what its locale does not call a letter, which
 * in the embedded server is everything beyond ASCII, and so are made of this form.
 */
export function alnumForm(search: string): string {
  let form = "";
  for (const character of search) {
    form += ALNUM.includes(character) ? character : ALNUM.charAt((character.codePointAt(0) ?? 0) % ALNUM.length);
  }
  return form;
}

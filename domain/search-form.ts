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
 * Letters that have a stroke, or are two letters in one, and that Unicode does not take apart: what CLDR's
 * `Latin-ASCII` transform makes of them.
 */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  æ: "ae",
  ð: "d",
  ø: "o",
  þ: "th",
  đ: "d",
  ħ: "h",
  ĸ: "q",
  ł: "l",
  ŋ: "n",
  œ: "oe",
  ŧ: "t",
};
const WITH_PLAIN_LETTERS = new RegExp(`[${Object.keys(PLAIN_LETTERS).join("")}]`, "g");

/** Characters that are not seen, such as soft hyphens and joiners, and the stroke that only stretches an Arabic word. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u0640]/gu;

const ASCII = /^[\0-\x7f]*$/;

/**
 * The form in which texts are compared by a search: compatibility forms and widths unified (NFKC), diacritics stripped,
 * case folded in full (`ß` is `ss`), letters with a stroke made plain. It is made here and not by the database, so that
 * it does not depend on anyone's locale. Sources: Unicode 16, chapter 3.13 (case folding), CLDR `Latin-ASCII`.
 */
export function searchForm(text: string): string {
  // Nine of ten texts; the rest costs some ten times as much.
  if (ASCII.test(text)) return text.toLowerCase();
  const base = text.normalize("NFKC").normalize("NFD").replace(IGNORED_MARKS, "");
  // Upper case between two lower cases is the full folding: ẞ, ß, SS, ss.
  const folded = base.toLowerCase().toUpperCase().toLowerCase();
  return (
    folded
      // A final sigma is the same letter as any other; only its place in the word differs.
      .replaceAll("ς", "σ")
      .replace(WITH_PLAIN_LETTERS, (letter) => PLAIN_LETTERS[letter] ?? letter)
      .replace(UNSEEN, "")
      .normalize("NFC")
  );
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

/** Value of `Content-Disposition`: whether a browser shows a file or saves it, and its name (RFC 6266). */
export function contentDisposition(kind: "attachment" | "inline", filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(filename).replace(/['()*]/g, hex)}`;
}

const hex = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

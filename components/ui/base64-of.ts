import { FormMistake } from "./form/form-errors.ts";

/**
 * Returns the content of a file in base64.
 *
 * @throws {@link FormMistake} where it cannot be read
 */
export function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(",", 2)[1] ?? "");
    reader.onerror = () => reject(new FormMistake("The file could not be read."));
    reader.readAsDataURL(file);
  });
}

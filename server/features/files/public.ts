// What other features may use of files: how one is shown, with an address that opens it.
export { StoredFile, toStoredFile } from "./stored-file.ts";

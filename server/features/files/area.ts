import { area } from "../../operation/area.ts";
import { getFile } from "./operations/get-file.ts";
import { uploadFile } from "./operations/upload-file.ts";

export const files = area({ tag: "files", operations: { upload: uploadFile, get: getFile } });

import { declareRestore } from "../../../operation/ordinary/declare-restore.ts";
import { providerKeyApi } from "../schemas.ts";

export const restoreProviderKey = declareRestore(providerKeyApi, "/v1/projects/{project_id}/byok/{byok_id}/restore", {
  description:
    "Brings back everything but the key, which was erased: store one by `rotate`. Also brings back how it was at `seq`; with another `base_url` it is without a key until then.",
});

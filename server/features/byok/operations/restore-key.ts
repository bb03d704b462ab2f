import { declareRestore } from "../../../operation/ordinary/declare-restore.ts";
import { providerKeyApi } from "../schemas.ts";

export const restoreProviderKey = declareRestore(providerKeyApi, "/v1/projects/{project_id}/byok/{byok_id}/restore", {
  description:
    "Restores everything but the key itself, which was erased; store one with `rotate`. With `seq`, restores an earlier version; if its `base_url` differs, the key must be stored again.",
});

import { area } from "../../operation/area.ts";
import type { KeyUsers } from "./key-users.ts";
import { createProviderKey } from "./operations/create-key.ts";
import { getProviderKey } from "./operations/get-key.ts";
import { getProviderKeyUsage } from "./operations/get-usage.ts";
import { listProviderKeys } from "./operations/list-keys.ts";
import { restoreProviderKey } from "./operations/restore-key.ts";
import { declareRevoke } from "./operations/revoke-key.ts";
import { rotateProviderKey } from "./operations/rotate-key.ts";
import { updateProviderKey } from "./operations/update-key.ts";
import { verifyProviderKey } from "./operations/verify-key.ts";
import { providerKeyApi } from "./schemas.ts";

/** Area of a project's own model keys. */
export const byokArea = (users: KeyUsers) =>
  area({
    resources: [providerKeyApi],
    forms: ["create", "rotate", "update"],
    operations: {
      create: createProviderKey,
      list: listProviderKeys,
      get: getProviderKey,
      update: updateProviderKey,
      delete: declareRevoke(users),
      restore: restoreProviderKey,
      verify: verifyProviderKey,
      rotate: rotateProviderKey,
      usage: getProviderKeyUsage,
    },
  });

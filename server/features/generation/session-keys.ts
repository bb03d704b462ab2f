import type { ModelAnswer, ModelProviderName, ModelRequest, ModelUsage } from "../../adapters/llm/port.ts";
import type { Services } from "../../operation/context.ts";
import type { Db } from "../../record/database.ts";
import { type AskedPurpose, callWithKey, chooseKey, type KeyUse, type Trade, withKey } from "../byok/public.ts";

/** The key that a generation is made with. */
export interface ChosenKey {
  readonly byok_id: string;
  readonly provider: ModelProviderName;
  readonly model: string;
}

/** The keys of projects: which one a generation uses, and a call with it. */
export interface SessionKeys {
  /** @throws Problem where the one asked for cannot be used */
  choose(db: Db, projectId: string, asked: string | null, now: number, trade?: Trade): Promise<ChosenKey | null>;
  /** @throws ModelFailure */
  call(
    services: Services,
    projectId: string,
    keyId: string,
    request: ModelRequest,
    purpose: AskedPurpose,
  ): Promise<ModelAnswer>;
  /** @throws ModelFailure */
  use<Answer extends { readonly usage: ModelUsage }>(
    services: Services,
    projectId: string,
    keyId: string,
    use: KeyUse<Answer>,
    purpose: AskedPurpose,
  ): Promise<Answer>;
}

/** The keys that projects have stored. */
export const storedKeys: SessionKeys = { choose: chooseKey, call: callWithKey, use: withKey };

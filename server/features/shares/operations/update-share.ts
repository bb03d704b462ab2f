import { sentFields } from "../../../kernel/sent-fields.ts";
import { edit } from "../../../operation/edit.ts";
import { stateOf } from "../../../record/resource.ts";
import { futureMoment } from "../../access/public.ts";
import { requireMoment } from "../played-moment.ts";
import { share } from "../share.ts";

export const updateShare = share.update({
  description:
    "Changes the name, the expiry or the played moment of a link; the address stays the same. A new `plays` replaces the earlier moment.",
  example: { expires_at: "2031-01-01T00:00:00Z" },
  write: async (context, version, { base_seq, ...patch }) => {
    const { db, project, services } = context;
    if (patch.expires_at !== undefined) futureMoment(patch.expires_at, services.clock.now());
    const state = stateOf(share.resource, version);
    const { plays = version.plays, checkpoint_id, seq } = patch;
    const isMoved = patch.plays !== undefined || checkpoint_id !== undefined || seq !== undefined;
    const moment = isMoved ? await requireMoment(db, project, version.graph_id, { plays, checkpoint_id, seq }) : {};
    await edit(context, share.resource, version, { ...state, ...sentFields(patch), ...moment }, { baseSeq: base_seq });
  },
});

// Run by a test as a process of its own that it can kill: fills the index of declared keys of one project, a piece of few
// sequences at a time, and tells of each.
import { IndexFiller } from "#server/features/entities/property-keys/index-filler.ts";
import { openDatabase } from "#server/record/database.ts";

const [url = "", projectId = "", piece] = process.argv.slice(2);
const filler = new IndexFiller(openDatabase(url, { reads: 1, writes: 1, direct: true }), () => {});
while (await filler.fillPiece(projectId, Number(piece))) process.send?.("piece");

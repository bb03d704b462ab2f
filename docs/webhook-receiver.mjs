// Receives webhooks:  npm install standardwebhooks && WEBHOOK_SECRET=whsec_… PORT=4000 node webhook-receiver.mjs
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
// A real one keeps these in its database, in the transaction that acts on the message.
const handled = new Set();

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  // The signature is over the bytes as they came: verify first, parse afterwards.
  const body = Buffer.concat(chunks).toString("utf8");
  let message;
  try {
    message = webhook.verify(body, request.headers);
  } catch {
    return response.writeHead(401).end();
  }
  // Answer at once and work afterwards: after fifteen seconds the message counts as lost and comes again.
  response.writeHead(204).end();
  const id = request.headers["webhook-id"];
  // The same message may come twice, and messages come in any order.
  if (handled.has(id)) return;
  handled.add(id);
  console.log("verified", message.type, JSON.stringify(message.data));
}).listen(process.env.PORT ?? 4000, "127.0.0.1", () => console.log("waiting for webhooks"));

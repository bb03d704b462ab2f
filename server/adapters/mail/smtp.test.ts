import { afterAll, beforeAll, expect, test } from "vitest";
import { smtpMailer } from "./smtp.ts";
import { type SmtpServer, startSmtpServer } from "./smtp-server.fixture.ts";

let server: SmtpServer;
beforeAll(async () => {
  server = await startSmtpServer();
});
afterAll(() => server.close());

test("hands a mail to the server as it is written, and adds no recipient or header that a name asks for", async () => {
  const mailer = smtpMailer({ url: server.url, from: "Fabula <fabula@example.com>" });
  const subject = "An invitation to Łódź\r\nBcc: evil@example.com";
  await mailer.send({ to: "ana@example.com", subject, text: "Hello, Ana.\n.\nhttps://f.test/join#el_1" });
  expect(server.mails).toHaveLength(1);
  const [mail] = server.mails;
  expect(mail).toMatchObject({ from: "fabula@example.com", to: "ana@example.com" });
  expect(mail?.data).toContain("https://f.test/join#el_1");
  expect(mail?.data).not.toMatch(/^Bcc:/m);
});

test("rejects where the server takes no mail, and where there is none", async () => {
  server.refuses = true;
  const mail = { to: "ana@example.com", subject: "Hello", text: "Hello." };
  await expect(smtpMailer({ url: server.url, from: "f@example.com" }).send(mail)).rejects.toThrow("550");
  await expect(smtpMailer({ url: "smtp://127.0.0.1:9", from: "f@example.com" }).send(mail)).rejects.toThrow();
  server.refuses = false;
});

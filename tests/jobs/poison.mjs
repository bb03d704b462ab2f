// Loaded before the modules of a process, and of each of its threads: whatever reads the pill ends the process.
const { parse } = JSON;
JSON.parse = (text, reviver) => {
  if (typeof text === "string" && text.length < 10_000 && /"A pill."/.test(text) && /external_id|"change"/.test(text)) {
    process.kill(process.pid, "SIGKILL");
  }
  return parse(text, reviver);
};
const { padEnd } = String.prototype;
String.prototype.padEnd = function (length, filler) {
  if (length === 7_777) process.kill(process.pid, "SIGKILL");
  return padEnd.call(this, length, filler);
};

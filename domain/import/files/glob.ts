/**
 * Whether a path matches a pattern of files: `**` stands for any folders, `*` for any characters of a name, `?` for one. The time is at
 * most the product of both lengths, whatever the pattern.
 */
export function matchesGlob(pattern: string, path: string): boolean {
  const wanted = pattern.split("/").filter((part) => part !== "." && part !== "");
  const parts = path.split("/");
  // Columns reached so far: the parts of the path that the pattern has used up.
  let reached = [true, ...parts.map(() => false)];
  for (const part of wanted) {
    const next = reached.map(() => false);
    for (const [at, isReached] of reached.entries()) {
      if (part === "**") {
        if (isReached || (at > 0 && next[at - 1])) next[at] = true;
      } else if (isReached && at < parts.length && matchesName(part, parts[at] ?? "")) next[at + 1] = true;
    }
    reached = next;
  }
  return reached.at(-1) === true;
}

function matchesName(pattern: string, name: string): boolean {
  let at = 0;
  let star = -1;
  let behindStar = 0;
  let sign = 0;
  while (at < name.length) {
    const wanted = pattern.charAt(sign);
    if (wanted === "*") {
      star = sign++;
      behindStar = at;
    } else if (sign < pattern.length && (wanted === "?" || wanted.toLowerCase() === name.charAt(at).toLowerCase())) {
      sign += 1;
      at += 1;
    } else if (star !== -1) {
      sign = star + 1;
      at = ++behindStar;
    } else return false;
  }
  while (pattern.charAt(sign) === "*") sign += 1;
  return sign === pattern.length;
}

/** Name of the format of a whole project, which its first line gives. */
export const PROJECT_FORMAT = "fabula-project";

/** Whether a text begins as a file that a project was exported to. */
export function isProjectFile(text: string): boolean {
  const [line = ""] = text.replace(/^\ufeff/, "").split("\n", 1);
  return line.startsWith("{") && new RegExp(`"format"\\s*:\\s*"${PROJECT_FORMAT}"`).test(line);
}

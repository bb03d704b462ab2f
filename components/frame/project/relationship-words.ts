/** A type of relationship as it is read: "friend_of" is "friend of". */
export function sayType(type: string): string {
  return type.replaceAll(/[_-]+/g, " ").trim() || type;
}

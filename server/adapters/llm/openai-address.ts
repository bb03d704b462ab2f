/** Address of OpenAI's own interface. */
export const OPENAI = "https://api.openai.com/v1";

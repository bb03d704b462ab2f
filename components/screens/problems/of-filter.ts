/** Choice between the problems of dialogues and the contradictions of the canon; it is kept in the address. */
export const OF_FILTER = {
  key: "of",
  label: "Of",
  options: [
    { value: "dialogues", label: "Dialogues" },
    { value: "canon", label: "Canon" },
  ],
  isShort: true,
};

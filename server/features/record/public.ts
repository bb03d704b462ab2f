// What other features may use of the record's own operations: the history of one of their subjects.
export { History, historyOfEach, subjectHistory } from "./history.ts";

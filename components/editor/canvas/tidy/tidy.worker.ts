import { expose } from "comlink";
import { arrangeSelection } from "./arrange-selection.ts";

expose({ arrangeSelection });

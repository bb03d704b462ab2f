import { expose } from "comlink";
import { arrange } from "./arrange.ts";

expose({ arrange });

import { deviceSetting } from "../session/device-setting.ts";

/** Whether single letters act as shortcuts: people who speak to their computer switch them off. */
export const lettersSetting = deviceSetting("shortcuts.letters", ["on", "off"], "on");

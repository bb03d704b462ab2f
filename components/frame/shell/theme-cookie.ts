/** The cookie that keeps the choice on this device. The server writes it into the page, so that nothing flashes. */
export const THEME_COOKIE = "fabula-theme";

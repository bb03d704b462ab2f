// What the canvas asks of the router, on a page that has none.
export const useSearchParams = () => new URLSearchParams(window.location.search);
export const usePathname = () => window.location.pathname;
export const useRouter = () => ({ push: () => {}, replace: () => {}, refresh: () => {} });

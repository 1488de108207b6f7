/** What style elements have to carry under the page's policy; the page has it from the server. */
export const styleNonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '';

import { type EdisDesk, SIM_EDIS_OTP, SIM_TPIN } from './desk.ts';

/** Where the browser's form goes; at the real broker this is the depository's site. */
export const EDIS_PAGE_PATH = '/eDIS/VerifyDIS';

export interface EdisPage {
  readonly status: number;
  readonly html: string;
}

/**
 * The depository's page. The broker's form brings the request; the page asks for TPIN and one-time code, posts back to
 * itself, and says what became of it.
 *
 * @param form body of the POST, `application/x-www-form-urlencoded`
 */
export async function answerEdisPage(edis: EdisDesk, form: string): Promise<EdisPage> {
  const fields = new URLSearchParams(form);
  const read = (name: string): string => fields.get(name)?.trim() ?? '';
  if (!fields.has('TPIN')) return page(200, entryForm(fields));
  const outcome = await edis.confirm({
    reqId: read('ReqId'),
    details: read('TransDtls'),
    tpin: read('TPIN'),
    otp: read('OTP'),
  });
  switch (outcome) {
    case 'authorised':
      return page(200, '<p>The shares are released for sale today. You can close this page.</p>');
    case 'wrong_code':
      return page(403, `<p>TPIN or one-time code is wrong.</p>${entryForm(fields)}`);
    case 'unknown':
      return page(404, '<p>This request is not known, or it has been used.</p>');
  }
}

function entryForm(fields: URLSearchParams): string {
  const hidden = ['DPId', 'ReqId', 'Version', 'TransDtls']
    .map((name) => `<input type="hidden" name="${name}" value="${escapeHtml(fields.get(name) ?? '')}">`)
    .join('');
  const typed = ['TPIN', 'OTP'].map((name) => `<label>${name} <input name="${name}" inputmode="numeric"></label>`);
  return `<form method="post" action="${EDIS_PAGE_PATH}">${hidden}${typed.join('')}<button>Authorise</button></form>`;
}

/** Nobody shall take it for the depository's own. */
const MARK = `<h1>Simulated depository</h1><p>This page belongs to the simulated broker. No real share is released here. TPIN: ${SIM_TPIN}, one-time code: ${SIM_EDIS_OTP}.</p>`;

function page(status: number, body: string): EdisPage {
  return {
    status,
    html: `<!doctype html><html lang="en"><head><title>Depository (simulated)</title></head><body>${MARK}${body}</body></html>`,
  };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

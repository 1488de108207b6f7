import type { RenderPdf } from '../platform/pdf/document.ts';

/** Loaded with the first paper that is asked for: nobody else needs it. */
export const renderPdf: RenderPdf = async (document) =>
  (await import('../platform/pdf/document.ts')).renderPdf(document);

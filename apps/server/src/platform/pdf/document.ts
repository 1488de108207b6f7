import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib';

/** What stands on paper, from top to bottom. Lengths are points, 72 to an inch. */
export interface PaperDocument {
  readonly title: string;
  /** Under the title: what kind of paper it is, whether it counts. */
  readonly note?: string;
  readonly blocks: readonly PaperBlock[];
  /** At the foot of each page. */
  readonly footer: string;
}

export type PaperBlock =
  | { readonly kind: 'pairs'; readonly columns: readonly (readonly PaperPair[])[] }
  | { readonly kind: 'table'; readonly head: readonly PaperCell[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'text'; readonly text: string };

export interface PaperPair {
  readonly name: string;
  readonly value: string;
}

export interface PaperCell {
  readonly text: string;
  /** Of the page's width between its margins. */
  readonly share: number;
  readonly isNumber?: boolean;
}

/** A4. */
const PAGE = { width: 595.28, height: 841.89, margin: 48 };
const INNER = PAGE.width - 2 * PAGE.margin;
const SIZE = 9;
const LINE = 13;
const INK = rgb(0.09, 0.11, 0.15);
const QUIET = rgb(0.35, 0.39, 0.45);
const RULE = rgb(0.82, 0.85, 0.88);

export type RenderPdf = (document: PaperDocument) => Promise<Uint8Array>;

/** Lays a document out on as many pages as it takes. Letters that the standard fonts lack are shown as question marks. */
export const renderPdf: RenderPdf = async (document) => {
  const pdf = await PDFDocument.create();
  pdf.setTitle(document.title);
  pdf.setCreator('Trickdesk');
  const fonts = {
    plain: await pdf.embedFont(StandardFonts.Helvetica),
    bold: await pdf.embedFont(StandardFonts.HelveticaBold),
  };
  const paper = new Paper(pdf, fonts);
  paper.heading(document.title, document.note);
  for (const block of document.blocks) paper.block(block);
  paper.foot(document.footer);
  return pdf.save();
};

interface Fonts {
  readonly plain: PDFFont;
  readonly bold: PDFFont;
}

class Paper {
  readonly #pdf: PDFDocument;
  readonly #fonts: Fonts;
  #page: PDFPage;
  #y = PAGE.height - PAGE.margin;

  constructor(pdf: PDFDocument, fonts: Fonts) {
    this.#pdf = pdf;
    this.#fonts = fonts;
    this.#page = pdf.addPage([PAGE.width, PAGE.height]);
  }

  heading(title: string, note: string | undefined): void {
    this.#write(title, PAGE.margin, { size: 18, font: this.#fonts.bold });
    this.#y -= 22;
    if (note !== undefined) {
      this.#write(note, PAGE.margin, { color: QUIET });
      this.#y -= LINE;
    }
    this.#y -= LINE;
  }

  block(block: PaperBlock): void {
    if (block.kind === 'pairs') this.#pairs(block.columns);
    else if (block.kind === 'table') this.#table(block.head, block.rows);
    else this.#text(block.text, PAGE.margin, INNER);
    this.#y -= LINE;
  }

  foot(text: string): void {
    const pages = this.#pdf.getPages();
    for (const [index, page] of pages.entries()) {
      const words = shown(`${text}   ·   ${index + 1} / ${pages.length}`);
      page.drawText(words, { x: PAGE.margin, y: PAGE.margin / 2, size: 8, font: this.#fonts.plain, color: QUIET });
    }
  }

  #pairs(columns: readonly (readonly PaperPair[])[]): void {
    const width = INNER / columns.length;
    this.#need(Math.max(...columns.map((pairs) => pairs.length)) * 2 * LINE);
    const top = this.#y;
    let lowest = top;
    for (const [index, pairs] of columns.entries()) {
      this.#y = top;
      const x = PAGE.margin + index * width;
      for (const { name, value } of pairs) {
        this.#write(name, x, { size: 8, color: QUIET });
        this.#y -= 11;
        this.#text(value, x, width - 16);
        this.#y -= 4;
      }
      lowest = Math.min(lowest, this.#y);
    }
    this.#y = lowest;
  }

  #table(head: readonly PaperCell[], rows: readonly (readonly string[])[]): void {
    this.#row(
      head,
      head.map(({ text }) => text),
      this.#fonts.bold,
    );
    for (const row of rows) this.#row(head, row, this.#fonts.plain);
  }

  #row(head: readonly PaperCell[], cells: readonly string[], font: PDFFont): void {
    const lines = cells.map((cell, i) => this.#wrapped(cell, (head[i]?.share ?? 0) * INNER - 8, font));
    const height = Math.max(...lines.map(({ length }) => length)) * LINE + 6;
    this.#need(height);
    const top = this.#y;
    let x = PAGE.margin;
    for (const [i, cell] of head.entries()) {
      const width = cell.share * INNER;
      this.#y = top;
      for (const line of lines[i] ?? []) {
        const at = cell.isNumber === true ? x + width - 4 - font.widthOfTextAtSize(line, SIZE) : x;
        this.#write(line, at, { font });
        this.#y -= LINE;
      }
      x += width;
    }
    this.#y = top - height + 4;
    const y = this.#y + LINE - 5;
    this.#page.drawLine({
      start: { x: PAGE.margin, y },
      end: { x: PAGE.width - PAGE.margin, y },
      color: RULE,
      thickness: 0.5,
    });
    this.#y -= 6;
  }

  #text(text: string, x: number, width: number): void {
    for (const line of this.#wrapped(text, width, this.#fonts.plain)) {
      this.#need(LINE);
      this.#write(line, x, {});
      this.#y -= LINE;
    }
  }

  /** Lines that fit a width; a word that is longer stands by itself. */
  #wrapped(text: string, width: number, font: PDFFont): string[] {
    const lines: string[] = [];
    for (const paragraph of shown(text).split('\n')) {
      let line = '';
      for (const word of paragraph.split(' ')) {
        const longer = line === '' ? word : `${line} ${word}`;
        if (line !== '' && font.widthOfTextAtSize(longer, SIZE) > width) {
          lines.push(line);
          line = word;
        } else line = longer;
      }
      lines.push(line);
    }
    return lines;
  }

  #write(
    text: string,
    x: number,
    { size = SIZE, font = this.#fonts.plain, color = INK }: { size?: number; font?: PDFFont; color?: typeof INK },
  ): void {
    this.#page.drawText(shown(text), { x, y: this.#y, size, font, color });
  }

  #need(height: number): void {
    if (this.#y - height > PAGE.margin + LINE) return;
    this.#page = this.#pdf.addPage([PAGE.width, PAGE.height]);
    this.#y = PAGE.height - PAGE.margin;
  }
}

/** The standard fonts know Western letters alone, and no rupee sign. */
export function shown(text: string): string {
  return text
    .replaceAll('₹', 'Rs ')
    .replaceAll(/[\u00a0\u2009\u202f]/g, ' ')
    .replaceAll('−', '-')
    .replaceAll('’', "'")
    .replaceAll(/[\u2013\u2014]/g, '-')
    .replaceAll(/[^\n\x20-\x7e\u00a1-\u00ff•]/gu, '?');
}

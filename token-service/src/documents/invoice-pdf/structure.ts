type PDF = PDFKit.PDFDocument;

/** An element of a document's structure, which screen readers and search follow. */
export type Tag = PDFKit.PDFStructureElement;

/** The types of elements (ISO 32000, section 14.8) that documents here have. */
export type TagType =
  | 'Sect'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'P'
  | 'Table'
  | 'THead'
  | 'TBody'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Figure'
  | 'Link';

/** The cells that a header cell describes. */
export type Scope = 'Row' | 'Column';

export interface Cell {
  /** The scope of a header. */
  readonly scope?: Scope;
  readonly draw: () => void;
}

export interface PdfStructure {
  /** Adds an element to the one that is being drawn. */
  tag(type: TagType, draw: () => void): void;
  /** Adds the cells of a row: read in this order, in whichever order they are drawn. */
  cells<Cells extends readonly Cell[]>(...cells: Cells): { readonly [At in keyof Cells]: () => void };
  /** Draws the text of a link; `annotate` makes its place one, for the element that it gets. */
  link(draw: () => void, annotate: (element: Tag) => void): void;
  /** Draws a picture; `alt`: what it shows. */
  figure(alt: string, draw: () => void): void;
  /** Draws what is no content: lines, page numbers, repeated headings. */
  artifact(type: 'Layout' | 'Pagination', draw: () => void): void;
}

/** Returns the structure of a document, which has to be `tagged`. */
export const pdfStructureOf = (
  doc: PDF,
): PdfStructure & {
  /** Draws content of the current element. */
  mark(draw: () => void): void;
} => {
  const root = doc.struct('Document');
  doc.addStructure(root);
  let current: { readonly element: Tag; readonly type: string } = { element: root, type: 'Document' };
  let isArtifact = false;

  const within = (element: Tag, type: string, draw: () => void): void => {
    const before = current;
    current = { element, type };
    draw();
    current = before;
  };
  const add = (type: TagType, options?: { readonly scope?: Scope; readonly alt?: string }): Tag => {
    // The types of PDFKit lack `scope`.
    const element = doc.struct(type, options as PDFKit.Mixins.StructureElementOptions);
    current.element.add(element);
    return element;
  };

  const mark = (draw: () => void): void => {
    if (isArtifact) {
      draw();
      return;
    }
    const { element, type } = current;
    const content = doc.markStructureContent(type);
    draw();
    doc.endMarkedContent();
    element.add(content);
  };

  return {
    tag(type, draw) {
      if (isArtifact) draw();
      else within(add(type), type, draw);
    },
    cells(...cells) {
      const writers = cells.map(({ scope, draw }) => {
        if (isArtifact) return draw;
        const type = scope ? 'TH' : 'TD';
        const element = add(type, scope && { scope });
        return () => within(element, type, draw);
      });
      return writers as { [At in keyof typeof cells]: () => void };
    },
    artifact(type, draw) {
      if (isArtifact) {
        draw();
        return;
      }
      isArtifact = true;
      doc.markContent('Artifact', { type });
      draw();
      doc.endMarkedContent();
      isArtifact = false;
    },
    mark,
    link(draw, annotate) {
      const element = add('Link');
      within(element, 'Link', draw);
      annotate(element);
    },
    figure(alt, draw) {
      if (isArtifact) draw();
      else within(add('Figure', { alt }), 'Figure', () => mark(draw));
    },
  };
};

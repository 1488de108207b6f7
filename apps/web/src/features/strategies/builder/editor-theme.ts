import { EditorView } from '@codemirror/view';

const mono = { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8125rem' };

/** The editor in the product's own colours of either scheme. */
export const editorTheme = EditorView.theme({
  '&': { color: 'var(--td-text)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-content': { ...mono, padding: '8px 0', minHeight: '68px', caretColor: 'var(--td-text)' },
  '.cm-line': { padding: '0 12px' },
  '.cm-scroller': { lineHeight: '1.6' },
  '.cm-placeholder': { color: 'var(--td-text-faint)' },
  // An empty text is wrong as a whole, which its border says: a mark at its first letter would lie on the example.
  '.cm-line:has(.cm-placeholder) .cm-lintPoint::after': { display: 'none' },
  '.td-word': { color: 'var(--td-accent)', fontWeight: '600' },
  '.td-number': { color: 'var(--td-mode-test)' },
  '.td-call': { color: 'var(--td-gain)' },
  '.cm-tooltip': {
    color: 'var(--td-text)',
    backgroundColor: 'var(--td-raised)',
    border: '1px solid var(--td-border-strong)',
    borderRadius: '6px',
    maxWidth: 'min(360px, 90vw)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { ...mono, maxHeight: '220px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 8px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: 'var(--td-text)',
    backgroundColor: 'var(--td-accent-soft)',
  },
  '.cm-completionDetail': { color: 'var(--td-text-secondary)', fontStyle: 'normal', marginInlineStart: '0' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-completionInfo': { padding: '8px 12px', fontSize: '0.8125rem' },
  '.cm-diagnostic': { padding: '8px 12px', fontSize: '0.8125rem' },
  '.cm-diagnostic-error': { borderInlineStart: '3px solid var(--td-loss)', borderLeft: 'none' },
});

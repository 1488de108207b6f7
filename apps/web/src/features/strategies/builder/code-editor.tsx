import { autocompletion, type CompletionContext, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { setDiagnostics } from '@codemirror/lint';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  hoverTooltip,
  keymap,
  MatchDecorator,
  placeholder,
  ViewPlugin,
} from '@codemirror/view';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styleNonce } from '../../../ui/theme/style-nonce.ts';
import css from './builder.module.css';
import { editorTheme } from './editor-theme.ts';
import { nameAt, type Suggestion, type suggestionsAt } from './language.ts';
import type { Suggestions } from './use-place-suggestions.ts';

export interface CodeEditorProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** What is written here, for a screen reader. */
  readonly label: string;
  /** The id of the words that say what is wrong. */
  readonly describedBy: string | undefined;
  readonly errors: readonly { readonly offset: number; readonly length: number; readonly message: string }[];
  readonly suggest: (before: string) => ReturnType<typeof suggestionsAt>;
  /** Behind an `@`. */
  readonly suggestPlaces: (before: string) => Promise<Suggestions> | undefined;
  /** What a name means, in words; `undefined` for one that means nothing. */
  readonly explain: (name: string) => string | undefined;
}

/** A change that came from elsewhere: the owner knows it already. */
const fromOutside = Annotation.define<boolean>();

const MARKS: Readonly<Record<string, Decoration>> = {
  word: Decoration.mark({ class: 'td-word' }),
  number: Decoration.mark({ class: 'td-number' }),
  call: Decoration.mark({ class: 'td-call' }),
};
const coloured = new MatchDecorator({
  regexp: /(\b(?:and|or|not|crosses|above|below)\b)|(\b\d[\d.:]*(?:[mhd]\b)?)|([a-z_][a-z_0-9]*)(?=\()/gi,
  decoration: ([, word, number]) => MARKS[word ? 'word' : number ? 'number' : 'call'] ?? null,
});
const colours = ViewPlugin.define(
  (view) => ({
    decorations: coloured.createDeco(view),
    update(update) {
      this.decorations = coloured.updateDeco(update, this.decorations);
    },
  }),
  { decorations: (plugin) => plugin.decorations },
);

/**
 * Left to itself a browser keeps the look of what is typed over in a style attribute, which the page's policy refuses
 * and reports. The text is put in by the editor then.
 */
const typedOver = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    if (event.inputType !== 'insertText' || event.data === null || view.state.selection.main.empty) return false;
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

/** The text of a condition. Its code is loaded with the builder's page alone. */
export function CodeEditor(props: CodeEditorProps) {
  const { value, label, describedBy, errors } = props;
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const attributes = useRef(new Compartment());

  const changed = useEffectEvent((text: string) => props.onChange(text));
  const complete = useEffectEvent((context: CompletionContext) => {
    const before = context.state.sliceDoc(0, context.pos);
    const resultOf = ({ typed, suggestions }: Suggestions) => ({
      from: context.pos - typed,
      options: suggestions.map((each, place) => optionOf(each, props.explain, place)),
    });
    const places = props.suggestPlaces(before);
    if (places) return places.then(resultOf);
    const found = props.suggest(before);
    if (!found || (found.typed === 0 && !context.explicit && found.suggestions[0]?.kind !== 'output')) return null;
    return resultOf(found);
  });
  const explain = useEffectEvent((name: string) => props.explain(name));
  const start = useEffectEvent((): Extension[] => [
    EditorView.cspNonce.of(styleNonce),
    EditorState.phrases.of({ Completions: t('builder.code.completions'), Diagnostics: t('builder.code.problems') }),
    ...[history(), colours, typedOver, EditorView.lineWrapping, editorTheme, placeholder(t('builder.code.empty'))],
    keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
    autocompletion({ override: [(context) => complete(context)], icons: false }),
    hoverTooltip((shown, place) => tooltipAt(shown.state.doc.toString(), place, (name) => explain(name))),
    EditorView.updateListener.of((update) => {
      const own = !update.transactions.some((transaction) => transaction.annotation(fromOutside));
      if (update.docChanged && own) changed(update.state.doc.toString());
    }),
    attributes.current.of(attributesOf(label, describedBy)),
  ]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; what changes later is told below
  useEffect(() => {
    if (!box.current) return undefined;
    const made = new EditorView({ parent: box.current, doc: value, extensions: start() });
    view.current = made;
    return () => made.destroy();
  }, []);

  useEffect(() => {
    const { current } = view;
    if (!current || current.state.doc.toString() === value) return;
    const whole = { from: 0, to: current.state.doc.length, insert: value };
    current.dispatch({ changes: whole, annotations: fromOutside.of(true) });
  }, [value]);

  useEffect(() => {
    view.current?.dispatch({ effects: attributes.current.reconfigure(attributesOf(label, describedBy)) });
  }, [label, describedBy]);

  useEffect(() => {
    const { current } = view;
    if (!current) return;
    const end = current.state.doc.length;
    const diagnostics = errors.map(({ offset, length, message }) => ({
      from: Math.min(offset, end),
      to: Math.min(offset + length, end),
      severity: 'error' as const,
      message,
    }));
    current.dispatch(setDiagnostics(current.state, diagnostics));
  }, [errors]);

  return <div className={css.code} ref={box} data-invalid={errors.length > 0} />;
}

function attributesOf(label: string, describedBy: string | undefined): Extension {
  return EditorView.contentAttributes.of({
    ...{ 'aria-label': label, spellcheck: 'false', dir: 'ltr' },
    ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy, 'aria-invalid': 'true' }),
  });
}

/** @param place in the list, which orders what fits equally well */
function optionOf({ name, text, label, kind }: Suggestion, explain: CodeEditorProps['explain'], place: number) {
  const info = label ?? explain(name);
  return {
    label: name,
    ...(text === name ? {} : { detail: text.slice(name.length) }),
    apply: text,
    ...(kind === 'interval' || kind === 'instrument' ? { boost: -place } : {}),
    ...(info ? { info } : {}),
  };
}

function tooltipAt(text: string, place: number, explain: CodeEditorProps['explain']) {
  const found = nameAt(text, place);
  const words = found && (explain(found.name) ?? explain(found.name.split('.')[0] ?? ''));
  if (!found || words === undefined) return null;
  return {
    pos: found.from,
    above: true,
    create: () => {
      const dom = document.createElement('div');
      dom.className = css.tip ?? '';
      dom.textContent = words;
      return { dom };
    },
  };
}

import { expect, test } from 'vitest';
import { sentenceTeller } from './sentence-teller.ts';

const tell = sentenceTeller({
  sentences: {
    'It is paid.': 'भुगतान हुआ।',
    'It runs until {{until}}.': 'यह {{until}} तक चलता है।',
    'Bought {{quantity}} {{symbol}}: {{reasons}}.': '{{symbol}} के {{quantity}} ख़रीदे: {{reasons}}।',
    'Stopped: {{reason}} Exits go on.': 'रोका गया: {{reason}} एग्ज़िट चलते रहते हैं।',
    'The feed is silent{{since}}.': 'फ़ीड चुप है{{since}}।',
    '{{what}} is over.': '{{what}} पूरा।',
    'Live: {{deal}}': 'लाइव: {{deal}}',
    '{{count}} of {{countOfAll}}: {{why}}': '{{countOfAll}} में से {{count}}: {{why}}',
    'Changed “{{name}}”: {{changes}}.': '“{{name}}” बदली: {{changes}}।',
  },
  parts: {
    '{{left}} crossed above {{right}}': '{{left}}, {{right}} के ऊपर गया',
    'for {{count}} seconds': '{{count}} सेकंड से',
    'the order to {{verb}} {{what}}': '{{what}} {{verb}} का ऑर्डर',
    buy: 'ख़रीदने',
    'trades a day': 'दिन के ट्रेड',
    Jul: 'जुल॰',
  },
});

test('sentences behind each other are told one by one, and what is not known stays', () => {
  expect(tell('It is paid. It runs until 9 Jul 2026.')).toBe('भुगतान हुआ। यह 9 जुल॰ 2026 तक चलता है।');
  expect(tell('Something new. It is paid.')).toBe('Something new. भुगतान हुआ।');
  expect(tell('It is paid. Something new.')).toBe('भुगतान हुआ। Something new.');
});

test('phrases stand in holes only, each of a list by itself', () => {
  expect(tell('Bought 5 SBIN: EMA 9 (2) crossed above EMA 21 (1); RSI 2 < 90.')).toBe(
    'SBIN के 5 ख़रीदे: EMA 9 (2), EMA 21 (1) के ऊपर गया; RSI 2 < 90।',
  );
  expect(tell('EMA 9 crossed above EMA 21')).toBe('EMA 9 crossed above EMA 21');
  expect(tell('Changed “x”: trades a day, other.')).toBe('“x” बदली: दिन के ट्रेड, other।');
});

test('a hole may be empty, or hold more than a sentence', () => {
  expect(tell('The feed is silent.')).toBe('फ़ीड चुप है।');
  expect(tell('The feed is silent for 30 seconds.')).toBe('फ़ीड चुप है 30 सेकंड से।');
  expect(tell('Stopped: It is paid. Something new. Exits go on.')).toBe(
    'रोका गया: भुगतान हुआ। Something new. एग्ज़िट चलते रहते हैं।',
  );
});

test('a phrase that begins a sentence is known by its small letter', () => {
  expect(tell('The order to buy 5 SBIN is over.')).toBe('5 SBIN ख़रीदने का ऑर्डर पूरा।');
});

test('where next to nothing is fixed something known stands in a hole, and a count is a number', () => {
  expect(tell('Live: buy')).toBe('लाइव: ख़रीदने');
  expect(tell('Live: my own words')).toBe('Live: my own words');
  expect(tell('4 of 10: buy')).toBe('10 में से 4: ख़रीदने');
  expect(tell('Half of it: buy')).toBe('Half of it: buy');
});

test('a condition is taken apart by what holds it together least, and a quotation not at all', () => {
  const of = sentenceTeller({
    sentences: { 'Buys when {{condition}}.': 'खरीदती है जब {{condition}}।' },
    parts: {
      '{{left}} > {{right}}': '{{left}} > {{right}}',
      '{{left}} is above {{right}}': '{{left}} से ऊपर {{right}}',
      '{{either}} or {{or}}': '{{either}} या {{or}}',
      'not ({{condition}})': '({{condition}}) नहीं',
      '{{before}} one bar ago{{after}}': 'पहले का {{before}}{{after}}',
      '“{{quoted}}”': '“{{quoted}}”',
      close: 'बंद भाव',
    },
  });
  // Not “one bar ago the close was above the close”.
  expect(of('Buys when close is above close one bar ago.')).toBe('खरीदती है जब बंद भाव से ऊपर पहले का बंद भाव।');
  expect(of('Buys when close > close one bar ago or close > 5.')).toBe(
    'खरीदती है जब बंद भाव > पहले का बंद भाव या बंद भाव > 5।',
  );
  expect(of('Buys when not (close > 5 or close > 6); “close > 1 or close > 2”.')).toBe(
    'खरीदती है जब (बंद भाव > 5 या बंद भाव > 6) नहीं; “close > 1 or close > 2”।',
  );
});

test('what brackets hold together is told together', () => {
  const of = sentenceTeller({
    sentences: { 'Buys when {{condition}}.': 'खरीदती है जब {{condition}}।' },
    parts: {
      'at least one of these {{count}}: {{condition}}': '{{count}} में से एक: {{condition}}',
      '{{left}} is above {{right}}': '{{left}} से ऊपर {{right}}',
      '{{indicator}} of ({{made}})': '({{made}}) का {{indicator}}',
      '{{first}} × {{second}}': '{{first}} × {{second}}',
      '{{first}} − {{second}}': '{{first}} − {{second}}',
      'the {{band}} Donchian channel {{code}}': '{{band}} चैनल {{code}}',
      '{{indicator}} of daily bars{{after}}': 'दिन के बार का {{indicator}}{{after}}',
      '{{indicator}} of daily bars of {{symbol}}': '{{symbol}} के दिन के बार का {{indicator}}',
      '{{before}} one bar ago{{after}}': 'पहले का {{before}}{{after}}',
      'the highest of ({{values}})': '({{values}}) में सबसे ज़्यादा',
      'the close': 'बंद भाव',
      'the open': 'खुलने का भाव',
    },
  });
  expect(of('Buys when the upper Donchian channel 20 of daily bars one bar ago − the open is above the close.')).toBe(
    'खरीदती है जब पहले का दिन के बार का upper चैनल 20 − खुलने का भाव से ऊपर बंद भाव।',
  );
  expect(of('Buys when EMA 9 of daily bars of NIFTY is above the highest of (the close − 2, the open).')).toBe(
    'खरीदती है जब NIFTY के दिन के बार का EMA 9 से ऊपर (बंद भाव − 2, खुलने का भाव) में सबसे ज़्यादा।',
  );
  expect(of('Buys when EMA 9 of (the close − the open) × (the open − 2) is above −(the close × 3).')).toBe(
    'खरीदती है जब (बंद भाव − खुलने का भाव) का EMA 9 × (खुलने का भाव − 2) से ऊपर −(बंद भाव × 3)।',
  );
  expect(of('Buys when the close is above 1; at least one of these 2: the open is above 2; 3 is above the open.')).toBe(
    'खरीदती है जब बंद भाव से ऊपर 1; 2 में से एक: खुलने का भाव से ऊपर 2; 3 से ऊपर खुलने का भाव।',
  );
});

test('names and what somebody said stay to the letter', () => {
  expect(tell('Changed “buy”: buy.')).toBe('“buy” बदली: ख़रीदने।');
});

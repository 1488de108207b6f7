import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { newPerson } from './client.ts';
import { DEMO, type Stage } from './demo-stage.ts';
import { withEvidence } from './evidence.ts';
import { type Hands, handsOn, watchPointers } from './hands.ts';
import { OPERATOR } from './owed-person.ts';
import { watchPages } from './page-watch.ts';
import { DEMO_MADE_WITHIN_MS } from './product.ts';
import { type Language, type TextOf, text, textsOf } from './texts.ts';

const BASKET = 'Half Gold, Half Shares';
const CLONED = 'Quick cross SBIN';
/** Each language has its own, so that both may run at once. */
const OWN_TRICK: Readonly<Record<Language, string>> = {
  en: 'Quick cross SBIN',
  hi: 'Bank trend, both ways',
};
const QUESTION: Readonly<Record<Language, string>> = { en: 'Where are the charges?', hi: 'शुल्क कहाँ दिखते हैं?' };
const ANSWER = 'On the page of each order, line by line.';
/** Four people at once in one product, whose history is made meanwhile. */
const JOURNEY = { timeout: 720_000 };

interface Seat {
  readonly page: Page;
  readonly hands: Hands;
  readonly say: TextOf;
}

/** A person's own browser, without a mouse. What is done there must raise no error and touch nothing with a pointer. */
async function withKeyboard(
  { browser, product }: Stage,
  { language, name }: { readonly language: Language; readonly name: string },
  act: (seat: Seat) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const [watch, pointers] = [await watchPages(context), await watchPointers(context)];
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const say = textsOf(language);
  const hands = handsOn(page, say);
  await withEvidence(page, `keyboard-${name}-${language}`, async () => {
    await page.goto(`${product.url}/login`);
    if (language !== 'en') {
      await hands.press(page.getByRole('button', { name: text(`shell.languages.${language}`), exact: true }));
      await page.getByRole('button', { name: say('accounts.signIn'), exact: true }).waitFor();
    }
    await act({ page, hands, say });
  });
  expect(watch.take()).toEqual([]);
  expect(pointers()).toBe(0);
  await context.close();
}

async function signIn({ page, hands, say }: Seat, person: typeof DEMO): Promise<void> {
  await hands.type(page.getByLabel(say('accounts.emailOrUsername')), person.email);
  await hands.type(page.getByLabel(say('accounts.password'), { exact: true }), person.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: say('home.title') }).waitFor();
}

async function signOut({ page, hands, say }: Seat): Promise<void> {
  await hands.press(page.getByRole('button', { name: say('shell.person').replace(/^.*\{\{name\}\}/, '') }));
  const leave = page.getByRole('menuitem', { name: say('shell.logOut') });
  await leave.waitFor();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await leave.evaluate((item) => item === document.activeElement)) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/login');
}

const button = ({ page, say }: Seat, key: string) => page.getByRole('button', { name: say(key), exact: true });
const inDialog = ({ page, say }: Seat, key: string) =>
  page.getByRole('dialog').getByRole('button', { name: say(key), exact: true });

/** Stops a test trick of the demo; what it holds may be sold by its own rules before it is stopped. */
async function stopTrick(seat: Seat, language: Language): Promise<void> {
  const { page, hands, say } = seat;
  await hands.find(say('nav.myTricks'), 'pages');
  await page.getByRole('heading', { level: 1, name: say('nav.myTricks') }).waitFor();
  await hands.press(page.getByRole('main').getByRole('link', { name: say('deployments.tabs.Test'), exact: true }));
  await openFigure(seat);
  const trick = page.getByRole('main').getByRole('link', { name: OWN_TRICK[language] }).first();
  await trick.waitFor({ timeout: DEMO_MADE_WITHIN_MS });
  await hands.press(trick);
  await page.getByRole('heading', { level: 1, name: OWN_TRICK[language] }).waitFor();
  const stop = button(seat, 'deployments.actions.stop');
  await hands.press(stop);
  await hands.press(inDialog(seat, 'deployments.stopPanel.verb'));
  await stop.waitFor({ state: 'detached' });
}

/** A figure is opened to what it comes from, and left again with Escape, which gives the focus back. */
async function openFigure({ page, hands }: Seat): Promise<void> {
  const figure = page.getByRole('main').locator('button[data-figure]').first();
  await hands.press(figure);
  const panel = page.getByRole('dialog');
  await panel.getByRole('row').first().waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  expect(await figure.evaluate((element) => element === document.activeElement)).toBe(true);
}

/** Sees what an amount buys of a basket, and invests it in test mode. */
async function invest(seat: Seat): Promise<void> {
  const { page, hands, say } = seat;
  await hands.find(BASKET, 'baskets');
  await page.getByRole('heading', { level: 1, name: BASKET }).waitFor();
  const section = page.getByRole('region', { name: say('baskets.invest.title') });
  await hands.press(section.getByRole('button', { name: say('baskets.mine.modes.Test'), exact: true }));
  await hands.type(section.getByLabel(say('baskets.invest.amount')), '50000');
  await hands.press(section.getByRole('button', { name: say('baskets.invest.review') }));
  await hands.press(
    page.getByRole('dialog').getByRole('button', { name: say('baskets.invest.verb_other').replace('{{count}}', '2') }),
  );
  await page.waitForURL('**/my-baskets/*');
  await page.getByRole('heading', { level: 1, name: BASKET }).waitFor();
}

async function register({ page, hands, say }: Seat): Promise<void> {
  const person = newPerson();
  await hands.press(page.getByRole('link', { name: say('accounts.createAccount') }));
  for (const [key, words] of [
    ['fullName', person.fullName],
    ['email', person.email],
    ['username', person.username],
    ['mobile', person.mobile],
    ['password', person.password],
  ] as const) {
    await hands.type(page.getByLabel(say(`accounts.${key}`), { exact: true }), words);
  }
  await hands.press(page.getByRole('checkbox'), 'Space');
  await hands.press(page.getByRole('button', { name: say('accounts.create') }));
  await page.getByRole('heading', { level: 1, name: say('home.title') }).waitFor();
}

async function cloneAndStart(seat: Seat): Promise<void> {
  const { page, hands } = seat;
  await hands.find(CLONED, 'tricks');
  await page.getByRole('heading', { level: 1, name: CLONED }).waitFor();
  await hands.press(button(seat, 'strategies.clone'));
  await hands.press(inDialog(seat, 'strategies.cloneVerb'));
  await page.waitForURL(/\/my-tricks\/\d+$/);
  await hands.press(button(seat, 'deployments.actions.start'));
  await hands.press(inDialog(seat, 'deployments.startPanel.verb'));
  await button(seat, 'deployments.actions.stop').waitFor();
}

async function askSupport({ page, hands, say }: Seat, question: string): Promise<void> {
  await hands.find(say('nav.tickets'), 'pages');
  await hands.press(
    page
      .getByRole('main')
      .getByRole('link', { name: say('tickets.ask') })
      .first(),
  );
  await hands.type(page.getByLabel(say('tickets.subject')), question);
  await hands.type(page.getByRole('textbox', { name: say('tickets.message'), exact: true }), question);
  await hands.press(page.getByRole('button', { name: say('tickets.send') }));
  await page.waitForURL((url) => /^\/tickets\/\d+$/.test(url.pathname));
}

async function answer(seat: Seat, question: string): Promise<void> {
  const { page, hands, say } = seat;
  await hands.find(say('nav.opsTickets'), 'pages');
  await hands.press(page.getByRole('main').getByRole('link', { name: question }).first());
  await hands.type(page.getByRole('textbox', { name: say('tickets.message'), exact: true }), ANSWER);
  await hands.press(page.getByRole('button', { name: say('tickets.send') }));
  await page.getByRole('listitem').filter({ hasText: ANSWER }).waitFor();
}

/** The record has the answer, and its chain of hashes is found sound. */
async function verifyRecord(seat: Seat): Promise<void> {
  const { page, hands, say } = seat;
  await hands.find(say('nav.opsActs'), 'pages');
  await page
    .getByRole('cell', { name: say('operations.acts.kinds.reply_ticket') })
    .first()
    .waitFor();
  await hands.press(button(seat, 'operations.chain.verify'));
  await page
    .getByText(say('operations.chain.sound').replace(/\{\{.*$/, ''))
    .first()
    .waitFor();
}

/** Of the demo investor, a newcomer and an operator, in both languages at once. */
export function keyboardJourneys(stage: () => Stage): void {
  describe.concurrent.each(['en', 'hi'] as const)('by keyboard alone, in %s', (language) => {
    test('the demo investor opens a figure, stops a trick, invests in a basket, and signs out', JOURNEY, async () => {
      await withKeyboard(stage(), { language, name: 'investor' }, async (seat) => {
        await signIn(seat, DEMO);
        await stopTrick(seat, language);
        await invest(seat);
        await signOut(seat);
      });
    });

    test(
      'a newcomer registers, starts a trick in test mode and asks support; an operator answers and verifies the record',
      JOURNEY,
      async () => {
        await withKeyboard(stage(), { language, name: 'newcomer' }, async (seat) => {
          await register(seat);
          await cloneAndStart(seat);
          await askSupport(seat, QUESTION[language]);
          await withKeyboard(stage(), { language, name: 'operator' }, async (desk) => {
            await signIn(desk, OPERATOR);
            await answer(desk, QUESTION[language]);
            await verifyRecord(desk);
          });
          await seat.page.getByText(ANSWER).waitFor();
        });
      },
    );
  });
}

export { databaseUrl } from './admin.ts';
export { chosenThenRandom } from './chosen-cases.ts';
export { createFakeClock, type FakeClock } from './fake-clock.ts';
export { expectGolden, toGoldenText } from './golden.ts';
export { mustEqual } from './must-equal.ts';
export { scaledCount, testScale } from './scale.ts';
export { type TestDatabase, type TestDatabaseOptions, withTestDatabase } from './test-database.ts';

// A process of its own, as in production: the adapter under test shares nothing with it but the wire.
import { createMemoryStore, createSyntheticSource, startSimulator } from '@trickdesk/brokers/simulator';

const [startAt = '', controlToken = ''] = process.argv.slice(2);
const simulator = await startSimulator({
  source: createSyntheticSource({ seed: 7, startAt: Date.parse(startAt) }),
  store: createMemoryStore(),
  speed: 30,
  seed: 7,
  port: 0,
  controlToken,
});
process.stdout.write(`${JSON.stringify({ port: simulator.port })}\n`);

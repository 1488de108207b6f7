import { benchDecode } from '../../packages/brokers/src/smartapi/decode.bench.ts';

process.stdout.write(JSON.stringify(benchDecode(1_000_000)));

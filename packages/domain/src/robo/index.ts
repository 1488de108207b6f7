export * from './answers.ts';
export * from './mix.ts';
export * from './profile.ts';
export * from './questions.ts';

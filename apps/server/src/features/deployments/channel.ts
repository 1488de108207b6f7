/** Says that a deployment was started, stopped or sold: its runner looks at the database. */
export const DEPLOYMENTS_CHANNEL = 'deployments';

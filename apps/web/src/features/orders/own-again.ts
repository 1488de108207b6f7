import type { QueryClient } from '@tanstack/react-query';

/** Reads the list of orders by hand and each of them that is open again. */
export async function readOwnAgain(client: QueryClient): Promise<void> {
  await Promise.all(['ownorders', 'ownorderdetails'].map((call) => client.invalidateQueries({ queryKey: [call] })));
}

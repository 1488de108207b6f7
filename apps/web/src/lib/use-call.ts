import {
  keepPreviousData,
  type QueryKey,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { CallName } from '@trickdesk/contract';
import { takeAhead } from './ahead.ts';
import type { CallFailure } from './call-failure.ts';
import { type SendOptions, send } from './send.ts';
import type { InputOfCall, OutputOfCall } from './wire.ts';

/** The cache key of a call; leave the input out to name every answer of the call. */
export function keyOf<Name extends CallName>(name: Name, input?: InputOfCall<Name>): QueryKey {
  return input === undefined ? [name] : [name, input];
}

export interface CallOptions<Name extends CallName = CallName> {
  readonly enabled?: boolean;
  /** Keeps the rows of the last page on screen while the next one loads. */
  readonly keepPrevious?: boolean;
  /** Milliseconds after which the answer is asked for again while it is on screen; false: it stands. */
  readonly againAfter?: (answer: OutputOfCall<Name> | undefined) => number | false;
}

/** Reads a call, cached by its name and input. A failure is shown in place by the page and toasted once. */
export function useCall<Name extends CallName>(
  name: Name,
  input: InputOfCall<Name>,
  options: CallOptions<Name> = {},
): UseQueryResult<OutputOfCall<Name>, CallFailure> {
  const { againAfter } = options;
  return useQuery<OutputOfCall<Name>, CallFailure>({
    queryKey: keyOf(name, input),
    // Quiet: the query cache toasts once after its retries.
    queryFn: ({ signal }) => takeAhead(name, input) ?? send(name, input, { quiet: true, signal }),
    enabled: options.enabled ?? true,
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(againAfter ? { refetchInterval: ({ state }) => againAfter(state.data) } : {}),
  });
}

export interface ManyAnswers<Name extends CallName> {
  /** As asked, once all are there. */
  readonly data: readonly OutputOfCall<Name>[] | undefined;
  readonly error: CallFailure | null;
  readonly refetch: () => void;
}

/** The same call with several inputs; the answers stay one object while nothing in them changes. */
export function useCalls<Name extends CallName>(name: Name, inputs: readonly InputOfCall<Name>[]): ManyAnswers<Name> {
  return useQueries({
    queries: inputs.map((input) => ({
      queryKey: keyOf(name, input),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => send(name, input, { quiet: true, signal }),
    })),
    combine: combined<Name>,
  });
}

function combined<Name extends CallName>(results: UseQueryResult<OutputOfCall<Name>>[]): ManyAnswers<Name> {
  const answers = results.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const failed = results.find(({ error }) => error !== null);
  return {
    data: answers.length === results.length ? answers : undefined,
    error: (failed?.error ?? null) as CallFailure | null,
    refetch: () => results.forEach((result) => void result.refetch()),
  };
}

/**
 * A call that acts. Its failure is toasted unless `quiet`; afterwards the named calls are read again.
 * It is never retried by itself.
 */
export function useAction<Name extends CallName>(
  name: Name,
  options: SendOptions & { readonly refreshes?: readonly CallName[] } = {},
): UseMutationResult<OutputOfCall<Name>, CallFailure, InputOfCall<Name>> {
  const client = useQueryClient();
  return useMutation<OutputOfCall<Name>, CallFailure, InputOfCall<Name>>({
    mutationFn: (input) => send(name, input, options),
    onSettled: async () => {
      await Promise.all((options.refreshes ?? []).map((each) => client.invalidateQueries({ queryKey: [each] })));
    },
  });
}

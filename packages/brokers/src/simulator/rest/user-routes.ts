import type { StoredSession } from '../store.ts';
import { textField } from './body.ts';
import { failure, gatewayFailure, type Reply, success } from './reply.ts';
import { AUTH, type Route, type RouteCall, SECURE } from './routes.ts';

export const userRoutes: readonly Route[] = [
  { method: 'POST', path: `${AUTH}/user/v1/loginByPassword`, limit: { second: 1 }, auth: 'login', handle: login },
  {
    method: 'POST',
    path: `${AUTH}/jwt/v1/generateTokens`,
    limit: { second: 1, hour: 1000 },
    auth: 'refresh',
    handle: generateTokens,
  },
  {
    method: 'GET',
    path: `${SECURE}/user/v1/getProfile`,
    limit: { second: 3, hour: 1000 },
    auth: 'session',
    handle: profile,
  },
  { method: 'POST', path: `${SECURE}/user/v1/logout`, limit: { second: 1 }, auth: 'session', handle: logout },
];

async function login({ desk, body }: RouteCall): Promise<Reply> {
  const credentials = {
    clientCode: textField(body, 'clientcode'),
    pin: textField(body, 'password'),
    totp: textField(body, 'totp'),
  };
  const result = await desk.sessions.login(credentials, desk.faults.settings().allowTotpReuse);
  if (result.kind === 'refused') return failure(result.code, result.message);
  return success({ ...tokensOf(result.session), state: textField(body, 'state') || null });
}

async function generateTokens({ desk, body, session }: RouteCall): Promise<Reply> {
  if (!session) return gatewayFailure('AG8003', 'Token missing');
  const result = await desk.sessions.refresh(session.clientCode, textField(body, 'refreshToken'));
  return result.kind === 'refused' ? failure(result.code, result.message) : success(tokensOf(result.session));
}

function profile({ session }: RouteCall): Reply {
  const clientcode = session?.clientCode ?? '';
  return success({
    clientcode,
    name: `SIM CLIENT ${clientcode.slice(-3)}`,
    email: '',
    mobileno: '',
    // The documentation shows lists inside a string here.
    exchanges: '[ "NSE", "BSE" ]',
    products: '[ "DELIVERY", "INTRADAY", "MARGIN" ]',
    lastlogintime: '',
    brokerid: 'B2C',
  });
}

async function logout({ desk, session }: RouteCall): Promise<Reply> {
  if (session) await desk.sessions.logout(session.jwtToken);
  return success('');
}

function tokensOf({
  jwtToken,
  refreshToken,
  feedToken,
}: StoredSession): Pick<StoredSession, 'jwtToken' | 'refreshToken' | 'feedToken'> {
  return { jwtToken, refreshToken, feedToken };
}

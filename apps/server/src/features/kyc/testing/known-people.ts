import type { Person, TestApi } from '../../../testing/test-api.ts';

export const AADHAAR = '999941057058';
const PAN = { pan: 'ABCPE1234F', name: 'Asha Rao', dateOfBirth: '1990-05-04' };

export type KnownPeople = ReturnType<typeof createKnownPeople>;

/** People, and the steps by which they become known: through the calls, as in a browser. */
export function createKnownPeople(api: TestApi) {
  let made = 0;
  const somebody = (): Promise<Person> => api.signUp(`known${++made}`);
  const letter = (n: number): string => String.fromCharCode(65 + (n % 26));
  /** A PAN that nobody else has. */
  const freshPan = (digits = '1234'): string => {
    made += 1;
    return `AB${letter(Math.floor(made / 26))}P${letter(made)}${digits}Z`;
  };
  const sendCode = (person: Person, aadhaarNumber = AADHAAR) =>
    api.send('sendAdharOTP', { aadhaarNumber, consent: true }, { token: person.accessToken });
  const checkCode = (person: Person, requestId: string, otp: string) =>
    api.send('validateAdharOTP', { requestId, otp }, { token: person.accessToken });
  const verifyPan = (person: Person, claim: Partial<typeof PAN> = {}) =>
    api.send('verifyPan', { ...PAN, pan: freshPan(), ...claim }, { token: person.accessToken });
  const verifyAadhaar = async (person: Person): Promise<void> => {
    const { data } = await sendCode(person);
    await checkCode(person, data.response.requestId, '123456');
  };
  const setBank = (person: Person, changes: Readonly<Record<string, string>> = {}) => {
    const accountNumber = changes['accountNumber'] ?? '123456780000';
    const input = { accountNumber, confirmAccountNumber: accountNumber, ifsc: 'HDFC0001234', holderName: 'Asha Rao' };
    const { accessToken: token, password } = person;
    return api.send('updatebankdetails', { ...input, password, ...changes }, { token });
  };
  return {
    ...{ somebody, freshPan, sendCode, checkCode, verifyPan, verifyAadhaar, setBank },
    verified: async (): Promise<Person> => {
      const person = await somebody();
      await verifyAadhaar(person);
      await verifyPan(person);
      return person;
    },
    profileOf: async (person: Person) => (await api.send('myprofile', {}, { token: person.accessToken })).data.profile,
    alertsOf: async (person: Person) =>
      (await api.send('usernotificationlist', {}, { token: person.accessToken })).data.notification_list,
  };
}

/** A list as an operator pastes it; the days are made up where they are not fixed. */
export const LIST_OF_2027 = `2027-01-26 Republic Day
2027-02-01 special Budget
2027-03-22 Holi
2027-03-26 Good Friday
2027-04-14 Dr. Baba Saheb Ambedkar Jayanti
2027-05-01 Maharashtra Day
2027-06-16 Muharram
2027-08-15 Independence Day
2027-09-06 Ganesh Chaturthi
2027-10-08 Dussehra
2027-10-29 18:00-19:00 Muhurat
2027-11-01 Diwali Balipratipada
2027-11-15 Guru Nanak Jayanti
2027-12-24 Christmas`;

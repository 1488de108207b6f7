/**
 * Passwords that everybody tries first, ten characters and longer (shorter ones are refused for their length), in lower
 * case. Our own collection of well-known patterns: keyboard walks, counting, words of affection, names of products and
 * games, Indian favourites, each with the endings that people add.
 */
const LISTED = `
1234567890 12345678910 123456789a 123456789q 0123456789 9876543210 0987654321 1029384756 1122334455 1234554321
1234512345 1231231234 123123123123 1234567891 1111111111 0000000000 9999999999 1212121212 1313131313 7777777777
1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 1qazxsw23edc q1w2e3r4t5 q1w2e3r4t5y6 zaq12wsxcde3 qazwsxedcrfv zxcvbnm123
qwertyuiop qwertyuiop123 qwerty12345 qwerty123456 qwerty1234567 qwertyqwerty asdfghjkl123 asdfghjkl1 asdfasdfasdf
poiuytrewq lkjhgfdsa1 mnbvcxz123 azertyuiop 1234qwerasdf abcd123456 abcdefghij abcdefghijk abcdefg123 abc1234567
abcabcabc1 aaaaaaaaaa a123456789 a1b2c3d4e5 a1b2c3d4e5f6 aa12345678 asd1234567 qwe1234567 qwe123qwe123
password00 password01 password10 password11 password12 password99 password123 password1234 password12345
password123456 passwordpassword password@123 password@1234 password!23 passw0rd12 passw0rd123 p@ssw0rd12 p@ssw0rd123
p@ssword123 p@ssword12 pa$$word12 pa$$word123 pass123456 pass1234567 pass@12345 mypassword mypassword1 mypassword123
newpassword newpassword1 changeme12 changeme123 changeme1234 changeit123 letmein123 letmein1234 letmein12345
welcome123 welcome1234 welcome12345 welcome@123 welcome@1234 welcome2024 welcome2025 welcome2026 welcomehome
iloveyou12 iloveyou123 iloveyou1234 iloveyou22 iloveyouforever ilovemyself ilovegod123 iloveindia iloveindia1
ilovemymom ilovemyfamily loveyou123 loveyou143 iloveyou143 sweetheart sweetheart1 princess12 princess123 princess1234
sunshine12 sunshine123 sunshine1234 butterfly1 butterfly123 chocolate1 chocolate123 strawberry basketball basketball1
volleyball football12 football123 football1234 baseball12 baseball123 superman12 superman123 superman1234 batman1234
spiderman1 spiderman123 pokemon123 pokemon1234 starwars12 starwars123 minecraft1 minecraft123 fortnite123 liverpool1
liverpool123 manchester manchester1 barcelona1 barcelona123 realmadrid chelsea1234 arsenal1234 cricket123 cricket1234
cricket12345 sachin1234 sachin12345 dhoni12345 mahendra07 viratkohli viratkohli18 kohli12345 rohitsharma rohit12345
rohit45678 mumbai1234 mumbai12345 mumbaiindians delhi12345 bangalore1 bangalore123 bengaluru1 hyderabad1 hyderabad123
chennai123 chennaisuperkings kolkata123 india12345 india123456 india@1234 india@12345 india@1947 jaihind123 jaihind1234
vandemataram bharatmatakijai hindustan1 hindustan123 krishna123 krishna1234 harekrishna harekrishna1 hareram1234
jaishreeram jaishreeram1 jaimatadi123 omnamahshivaya omsairam123 omsairam12 saibaba123 saibaba1234 ganesh1234
ganesha1234 ganpatibappa shivshakti hanuman123 hanuman1234 mahadev123 mahadev1234 radhakrishna waheguru123 allahuakbar
bismillah1 bismillah786 786786786786 mashallah123 jesuschrist jesus12345 godisgreat godislove1 godisgood1 blessed123
rahul12345 priya12345 amit123456 kumar12345 sharma1234 singh12345 patel12345 deepak1234 sanjay1234 rajesh1234
suresh1234 vijay12345 ajay123456 anjali1234 pooja12345 sonali1234 neha123456 ravi123456 arjun12345 lakshmi123
administrator admin12345 admin123456 admin@1234 admin@12345 root123456 test123456 testtest123 testing123 testing1234
guest12345 default123 computer12 computer123 internet12 internet123 google1234 facebook12 facebook123 instagram1
instagram123 whatsapp12 whatsapp123 samsung123 samsung1234 iphone1234 nokia12345 microsoft1 microsoft123 windows123
linkedin123 hello12345 hello123456 helloworld helloworld1 goodmorning whatever12 whatever123 trustno1234 nothing123
secret1234 secret12345 topsecret1 mysecret123 dragon1234 monkey1234 master1234 shadow1234 killer1234 michael123
jennifer12 jennifer123 jordan2323 charlie123 jessica123 ashley1234 hunter1234 freedom123 forever123 friends123
bestfriend bestfriend1 bestfriends family1234 family12345 mommydaddy motherfather summer2024 summer2025 winter2024
winter2025 spring2025 autumn2025 january123 december25 newyear2025 newyear2026 money12345 moneymoney richrich123
stockmarket trader1234 trading123 trading1234 investor123 invest1234 sensex1234 nifty12345 nifty50000 angelone123
zerodha123 zerodha1234 trickdesk1 trickdesk12 trickdesk123 trickdesk1234 blink18212 myspace123 fuckyou123 fuckyou1234
`;

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(LISTED.trim().split(/\s+/));

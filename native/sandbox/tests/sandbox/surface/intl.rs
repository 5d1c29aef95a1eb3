//! `Intl` and the `toLocale…` methods. The expected texts are those of V8 with full ICU data.

use super::check;

#[test]
fn numbers_are_written_as_en_us_writes_them() {
    check(&[
        (
            "[1234567.891, 0, -5, 1e21, 0.1 + 0.2, 999.9995, NaN, -Infinity].map(n => n.toLocaleString())",
            "['1,234,567.891','0','-5','1,000,000,000,000,000,000,000','0.3','1,000','NaN','-∞']",
        ),
        (
            "[(1234.5).toLocaleString('en-US'), (1234.5).toLocaleString(['en-US', 'de']), (1234.5).toLocaleString('en'), (1234.5).toLocaleString(undefined, {minimumFractionDigits: 2})]",
            "['1,234.5','1,234.5','1,234.5','1,234.50']",
        ),
        (
            "[(1.005).toLocaleString('en-US', {maximumFractionDigits: 2}), (2.5).toLocaleString('en-US', {maximumFractionDigits: 0}), (-2.5).toLocaleString('en-US', {maximumFractionDigits: 0})]",
            "['1.01','3','-3']",
        ),
        (
            "[1234.5, -0.5, 0].map(new Intl.NumberFormat('en-US', {style: 'currency', currency: 'USD'}).format)",
            "['$1,234.50','-$0.50','$0.00']",
        ),
        (
            "['EUR', 'gbp', 'JPY', 'INR', 'CAD', 'CHF', 'KWD'].map(currency => (1234.5).toLocaleString('en-US', {style: 'currency', currency}))",
            "['€1,234.50','£1,234.50','¥1,235','₹1,234.50','CA$1,234.50','CHF\u{a0}1,234.50','KWD\u{a0}1,234.500']",
        ),
        (
            "[(-5).toLocaleString('en-US', {style: 'currency', currency: 'USD', currencySign: 'accounting'}), (5).toLocaleString('en-US', {style: 'currency', currency: 'USD', currencyDisplay: 'code'}), (5).toLocaleString('en-US', {style: 'currency', currency: 'USD', minimumFractionDigits: 0})]",
            "['($5.00)','USD\u{a0}5.00','$5']",
        ),
        (
            "[(0.256).toLocaleString('en-US', {style: 'percent'}), (0.256).toLocaleString(undefined, {style: 'percent', minimumFractionDigits: 1}), (12).toLocaleString('en-US', {style: 'percent'})]",
            "['26%','25.6%','1,200%']",
        ),
        (
            "[999, 1234, 12345, 999999, 1500000, 2.34e9, 1e15, 0.123, 99.9].map(n => n.toLocaleString('en-US', {notation: 'compact'}))",
            "['999','1.2K','12K','1M','1.5M','2.3B','1000T','0.12','100']",
        ),
        (
            "(1234567).toLocaleString('en-US', {notation: 'compact', compactDisplay: 'long', maximumFractionDigits: 1})",
            "'1.2 million'",
        ),
        (
            "[(1234.5678).toLocaleString('en-US', {maximumSignificantDigits: 3}), (1.5).toLocaleString('en-US', {minimumSignificantDigits: 4}), (7).toLocaleString('en-US', {minimumIntegerDigits: 2}), (1234).toLocaleString('en-US', {useGrouping: false})]",
            "['1,230','1.500','07','1234']",
        ),
        (
            "[(5).toLocaleString('en-US', {signDisplay: 'always'}), (0).toLocaleString('en-US', {signDisplay: 'exceptZero'}), (-5).toLocaleString('en-US', {signDisplay: 'never'})]",
            "['+5','0','5']",
        ),
        (
            "[(12345678901234567890n).toLocaleString(), new Intl.NumberFormat().format(-1234n), new Intl.NumberFormat().format('1234.5')]",
            "['12,345,678,901,234,567,890','-1,234','1,234.5']",
        ),
        (
            "[Intl.NumberFormat('en-US').format(1000), new Intl.NumberFormat().resolvedOptions().locale, Intl.NumberFormat.supportedLocalesOf(['en-US'])]",
            "['1,000','en-US',['en-US']]",
        ),
    ]);
}

#[test]
fn dates_are_written_as_en_us_writes_them() {
    check(&[
        (
            "[new Date(0).toLocaleString(), new Date(0).toLocaleDateString(), new Date(0).toLocaleTimeString(), new Date(NaN).toLocaleString()]",
            "['1/1/1970, 12:00:00 AM','1/1/1970','12:00:00 AM','Invalid Date']",
        ),
        (
            "['full', 'long', 'medium', 'short'].map(dateStyle => new Date(Date.UTC(2024, 1, 29, 15, 4, 5)).toLocaleDateString('en-US', {dateStyle}))",
            "['Thursday, February 29, 2024','February 29, 2024','Feb 29, 2024','2/29/24']",
        ),
        (
            "['full', 'long', 'medium', 'short'].map(timeStyle => new Date(Date.UTC(2024, 1, 29, 15, 4, 5)).toLocaleTimeString('en-US', {timeStyle}))",
            "['3:04:05 PM Coordinated Universal Time','3:04:05 PM UTC','3:04:05 PM','3:04 PM']",
        ),
        (
            "new Date(0).toLocaleString('en-US', {dateStyle: 'medium', timeStyle: 'short'}) + '|' + new Date(0).toLocaleString('en-US', {dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC'})",
            "'Jan 1, 1970, 12:00 AM|January 1, 1970 at 12:00 AM'",
        ),
        (
            "[{month: 'long', year: 'numeric'}, {month: 'short', day: 'numeric'}, {weekday: 'long'}, {year: 'numeric', month: '2-digit', day: '2-digit'}, {weekday: 'short', month: 'short', day: 'numeric', year: 'numeric'}, {month: 'long'}, {year: 'numeric'}, {month: 'numeric', day: 'numeric'}, {weekday: 'short', year: 'numeric', month: 'numeric', day: 'numeric'}].map(o => new Date(0).toLocaleDateString('en-US', o))",
            "['January 1970','Jan 1','Thursday','01/01/1970','Thu, Jan 1, 1970','January','1970','1/1','Thu, 1/1/1970']",
        ),
        (
            "[{hour: 'numeric'}, {hour: '2-digit', minute: '2-digit'}, {hour: 'numeric', minute: '2-digit', hour12: false}, {hour: 'numeric', minute: 'numeric', second: 'numeric', fractionalSecondDigits: 3, hourCycle: 'h23'}].map(o => new Date(Date.UTC(2024, 0, 1, 9, 5, 7, 89)).toLocaleTimeString('en-US', o))",
            "['9 AM','09:05 AM','09:05','09:05:07.089']",
        ),
        (
            "new Date(0).toLocaleString('en-US', {year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZoneName: 'short'})",
            "'Jan 1, 1970, 12:00 AM UTC'",
        ),
        (
            "[new Intl.DateTimeFormat('en-US').format(new Date(0)), Intl.DateTimeFormat().resolvedOptions().timeZone, new Intl.DateTimeFormat('en-US', {month: 'long'}).format(0)]",
            "['1/1/1970','UTC','January']",
        ),
        (
            "new Intl.DateTimeFormat('en-US', {year: 'numeric', month: '2-digit', day: '2-digit'}).formatToParts(0).filter(p => p.type !== 'literal').map(p => `${p.type}=${p.value}`)",
            "['month=01','day=01','year=1970']",
        ),
        (
            "[-62198755200000, 253402300799999, -1, 951782400000].map(t => new Date(t).toLocaleDateString())",
            "['1/1/-1','12/31/9999','12/31/1969','2/29/2000']",
        ),
        ("new Intl.DateTimeFormat().format(NaN)", "'RangeError: Invalid time value'"),
        (
            "new Date(0).toLocaleDateString('en-US', {dateStyle: 'long', year: 'numeric'})",
            "\"TypeError: dateStyle and timeStyle cannot be used with other components\"",
        ),
    ]);
}

#[test]
fn what_is_not_available_says_so() {
    check(&[
        (
            "(1).toLocaleString('de-DE')",
            "'RangeError: the locale \\\"de-de\\\" is not available here, only en-US is; format by hand, dates from date.toISOString()'",
        ),
        (
            "new Date(0).toLocaleDateString('en-GB')",
            "'RangeError: the locale \\\"en-gb\\\" is not available here, only en-US is; format by hand, dates from date.toISOString()'",
        ),
        (
            "new Date(0).toLocaleString('en-US', {timeZone: 'America/New_York'})",
            "'RangeError: the time zone \\\"America/New_York\\\" is not available here, only UTC is; shift the date by its offset: new Date(date.getTime() + hours * 3_600_000)'",
        ),
        (
            "(1).toLocaleString('en-US', {style: 'unit', unit: 'liter'})",
            "'RangeError: Intl.NumberFormat: the option unit is not available here'",
        ),
        (
            "(1).toLocaleString('en-US', {notation: 'scientific'})",
            "'RangeError: Intl.NumberFormat: notation: \\\"scientific\\\" is not available here'",
        ),
        (
            "(1).toLocaleString('en-US', {style: 'currency'})",
            "'TypeError: Intl.NumberFormat: style \\\"currency\\\" needs the option currency'",
        ),
        (
            "(1).toLocaleString('en-US', {maximumFractionDigits: 101})",
            "'RangeError: Intl.NumberFormat: maximumFractionDigits is out of range'",
        ),
        (
            "(1).toLocaleString('en-US', {minimumFractionDigits: 3, maximumFractionDigits: 1})",
            "'RangeError: a minimum of digits is above its maximum'",
        ),
        (
            "[typeof Intl.PluralRules, typeof Intl.RelativeTimeFormat, typeof Intl.ListFormat]",
            "['undefined','undefined','undefined']",
        ),
    ]);
}

#[test]
fn texts_are_sorted_as_an_english_reader_sorts_them() {
    check(&[
        (
            "['b', 'a', 'C', 'ä', 'A', 'z', '_x', '10', '9'].sort((x, y) => x.localeCompare(y))",
            "['_x','10','9','a','A','ä','b','C','z']",
        ),
        (
            "['a'.localeCompare('b'), 'b'.localeCompare('a'), 'a'.localeCompare('a'), 'ä'.localeCompare('z'), 'a'.localeCompare('B'), 'a'.localeCompare('A')]",
            "[-1,1,0,-1,-1,-1]",
        ),
        (
            "['a'.localeCompare('A', undefined, {sensitivity: 'base'}), 'a'.localeCompare('ä', 'en', {sensitivity: 'base'}), 'a'.localeCompare('A', 'en', {sensitivity: 'accent'}), 'a'.localeCompare('á', 'en', {sensitivity: 'accent'})]",
            "[0,0,0,-1]",
        ),
        (
            "['item 10', 'item 9', 'item 1'].sort(new Intl.Collator('en', {numeric: true}).compare)",
            "['item 1','item 9','item 10']",
        ),
        (
            "'a'.localeCompare('b', 'sv')",
            "'RangeError: the locale \\\"sv\\\" is not available here, only en-US is; format by hand, dates from date.toISOString()'",
        ),
    ]);
}

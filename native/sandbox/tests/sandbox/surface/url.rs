//! `URL` and `URLSearchParams`.

use super::check;

#[test]
fn a_url_has_the_parts_of_the_standard() {
    check(&[
        (
            "(({href, origin, protocol, username, password, host, hostname, port, pathname, search, hash}) => [href, origin, protocol, username, password, host, hostname, port, pathname, search, hash])(new URL('https://u:p@Ex.com:8080/a/../b?x=1#h'))",
            "['https://u:p@ex.com:8080/b?x=1#h','https://ex.com:8080','https:','u','p','ex.com:8080','ex.com','8080','/b','?x=1','#h']",
        ),
        ("new URL('../c?d', 'https://a.b/x/y').href", "'https://a.b/c?d'"),
        (
            "String(new URL('https://a.b')) + JSON.stringify(new URL('https://ü.de'))",
            "'https://a.b/\\\"https://xn--tda.de/\\\"'",
        ),
        ("new URL('nope')", "'TypeError: Invalid URL'"),
        ("new URL()", "'TypeError: URL: argument 1 is missing'"),
        (
            "[URL.canParse('x:'), URL.canParse('x'), URL.parse('x'), URL.parse('/p', 'http://a').pathname]",
            "[true,false,null,'/p']",
        ),
        (
            "(() => { const u = new URL('http://a.b/c'); u.protocol = 'https'; u.port = '99'; u.pathname = 'x y'; u.search = 'q=é'; u.hash = 'z'; u.username = 'me'; u.hostname = 'c.d'; return u.href })()",
            "'https://me@c.d:99/x%20y?q=%C3%A9#z'",
        ),
        (
            "(() => { const u = new URL('http://a.b'); u.href = 'bad' })()",
            "'TypeError: Invalid URL'",
        ),
        (
            "(() => { const u = new URL('http://a.b'); u.origin = 'http://c' })()",
            "'TypeError: cannot set non-writable property: origin'",
        ),
        (
            "[new URL('http://a.b') instanceof URL, Object.keys(new URL('http://a.b')), String(Object.prototype.toString.call(new URL('a:')))]",
            "[true,[],'[object URL]']",
        ),
    ]);
}

#[test]
fn search_params_are_linked_both_ways() {
    check(&[
        (
            "(() => { const u = new URL('http://a.b/?x=1'); u.searchParams.append('y', 'a b&c'); return [u.href, u.searchParams === u.searchParams] })()",
            "['http://a.b/?x=1&y=a+b%26c',true]",
        ),
        (
            "(() => { const u = new URL('http://a.b/?x=1'); u.searchParams.delete('x'); return u.href })()",
            "'http://a.b/'",
        ),
        (
            "(() => { const u = new URL('http://a.b/?x=1'); const p = u.searchParams; u.search = '?z=2'; const a = p.get('z'); u.href = 'http://a.b/?w=3'; return [a, p.get('w'), p.get('x')] })()",
            "['2','3',null]",
        ),
        (
            "(() => { const u = new URL('http://a.b/'); for (const [k, v] of Object.entries({page: 1, per: 2})) u.searchParams.set(k, v); return u.search })()",
            "'?page=1&per=2'",
        ),
    ]);
}

#[test]
fn search_params_are_made_read_and_changed() {
    check(&[
        ("new URLSearchParams({a: 1, b: 'x y', c: ['p', 'q']}).toString()", "'a=1&b=x+y&c=p%2Cq'"),
        ("new URLSearchParams('?a=1&a=2&b').getAll('a')", "['1','2']"),
        ("new URLSearchParams([['a', 1], ['b', 2]]).toString()", "'a=1&b=2'"),
        (
            "new URLSearchParams(new Map([['a', 1]])).toString() + new URLSearchParams(new URLSearchParams('b=2')) + new URLSearchParams()",
            "'a=1b=2'",
        ),
        (
            "new URLSearchParams([['a']])",
            "'TypeError: URLSearchParams: each item must be a [name, value] pair'",
        ),
        ("[...new URLSearchParams('a=1&b=%20+%26')]", "[['a','1'],['b','  &']]"),
        (
            "[[...new URLSearchParams('a=1').keys()], [...new URLSearchParams('a=1').values()], [...new URLSearchParams('a=1').entries()]]",
            "[['a'],['1'],[['a','1']]]",
        ),
        ("Object.fromEntries(new URLSearchParams('a=1&b=2'))", "{'a':'1','b':'2'}"),
        (
            "(() => { const p = new URLSearchParams('a=1&b=2&a=3&c=4'); p.set('a', 9); return String(p) })()",
            "'a=9&b=2&c=4'",
        ),
        (
            "(() => { const p = new URLSearchParams('b=2&a=1&b=1'); p.sort(); return [String(p), p.size] })()",
            "['a=1&b=2&b=1',3]",
        ),
        (
            "(() => { const p = new URLSearchParams('a=1&a=2'); p.delete('a', '1'); return [String(p), p.has('a'), p.has('a', '1'), p.get('none')] })()",
            "['a=2',true,false,null]",
        ),
        (
            "(() => { const seen = []; new URLSearchParams('a=1&b=2').forEach(function (v, k, p) { seen.push(v, k, p.size, this.t) }, {t: 5}); return seen })()",
            "['1','a',2,5,'2','b',2,5]",
        ),
        (
            "(() => { const p = new URLSearchParams('a=1'); const seen = []; for (const [k] of p) { seen.push(k); if (seen.length < 3) p.append('n', 1) } return seen })()",
            "['a','n','n']",
        ),
        ("new URLSearchParams('x=%zz&é=ž').toString()", "'x=%25zz&%C3%A9=%C5%BE'"),
        (
            "new URLSearchParams().append('a')",
            "'TypeError: URLSearchParams.append: argument 2 is missing'",
        ),
        (
            "String(new URLSearchParams('a=1')[Symbol.iterator]())",
            "'[object URLSearchParams Iterator]'",
        ),
        (
            "URLSearchParams.prototype.entries === URLSearchParams.prototype[Symbol.iterator]",
            "true",
        ),
    ]);
}

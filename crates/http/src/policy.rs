//! Where requests may go.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use crate::{Error, Refusal};

/// Which addresses may be asked at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Addresses {
    /// Every address: for a command that somebody runs on a machine of their own.
    #[default]
    Any,
    /// Those of the public internet: for a service that asks what strangers tell it to. Loopback,
    /// private, link-local (where clouds keep their metadata), shared, multicast, reserved and
    /// documentation addresses are refused, IPv6 addresses that stand for IPv4 ones too.
    Public,
    /// None but those that the policy allows by a rule.
    Listed,
}

/// Where requests may go. It is checked on the IP address to which a name resolves, for every
/// connection, so that neither a redirect nor a name that changes its mind leads elsewhere.
///
/// What a rule denies is refused; what a rule allows is not; [`Addresses`] decides on the rest.
///
/// ```
/// use lydite_http::Policy;
///
/// let policy = Policy::public()
///     .allow("localhost:8890".parse()?)
///     .allow("10.1.0.0/16".parse()?)
///     .deny("10.1.2.3".parse()?);
/// let check = |host: &str, port, ip: &str| policy.check(host, port, ip.parse().unwrap());
/// assert!(check("localhost", 8890, "127.0.0.1").is_ok());
/// assert!(check("localhost", 22, "127.0.0.1").is_err());
/// assert!(check("inside.example", 80, "10.1.9.9").is_ok());
/// assert!(check("inside.example", 80, "10.1.2.3").is_err());
/// # Ok::<(), lydite_http::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    /// What holds where no rule does.
    pub addresses: Addresses,
    /// What is allowed beyond that.
    pub allow: Vec<Rule>,
    /// What is denied in any case.
    pub deny: Vec<Rule>,
}

impl Policy {
    /// Every address.
    pub fn any() -> Self {
        Self::default()
    }

    /// The public internet only.
    pub fn public() -> Self {
        Self {
            addresses: Addresses::Public,
            ..Self::default()
        }
    }

    /// Nothing but what rules allow.
    pub fn listed() -> Self {
        Self {
            addresses: Addresses::Listed,
            ..Self::default()
        }
    }

    /// Allows more.
    #[must_use]
    pub fn allow(mut self, rule: Rule) -> Self {
        self.allow.push(rule);
        self
    }

    /// Denies something in any case.
    #[must_use]
    pub fn deny(mut self, rule: Rule) -> Self {
        self.deny.push(rule);
        self
    }

    /// Whether a host may be asked at the address to which it resolves.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, host: &str, port: u16, ip: IpAddr) -> Result<(), Refusal> {
        let fits = |rule: &&Rule| rule.fits(host, port, ip);
        if let Some(rule) = self.deny.iter().find(fits) {
            let rule = rule.to_string();
            return Err(Refusal::Denied { rule });
        }
        if self.allow.iter().any(|rule| rule.fits(host, port, ip)) {
            return Ok(());
        }
        match self.addresses {
            Addresses::Any => Ok(()),
            Addresses::Listed => Err(Refusal::NotListed),
            Addresses::Public => match range(ip) {
                Some(range) => Err(Refusal::NotPublic { ip, range }),
                None => Ok(()),
            },
        }
    }
}

/// A policy in one line: `any`, `public` or `none`, then rules of what is allowed beyond that, and
/// of what is denied in any case, with a minus before it. Rules without such a word allow nothing
/// but themselves.
///
/// ```
/// use lydite_http::Policy;
///
/// let same = |line: &str, policy: Policy| assert_eq!(line.parse::<Policy>().unwrap(), policy);
/// same("none", Policy::listed());
/// same("dbpedia.org, localhost:8890", Policy::listed()
///     .allow("dbpedia.org".parse()?)
///     .allow("localhost:8890".parse()?));
/// same("public -example.org", Policy::public().deny("example.org".parse()?));
/// # Ok::<(), lydite_http::Error>(())
/// ```
impl FromStr for Policy {
    type Err = Error;

    fn from_str(line: &str) -> Result<Self, Error> {
        let mut policy = Self::listed();
        let words = line.split([',', ' ', '\t', '\n']);
        for word in words.filter(|word| !word.is_empty()) {
            match (word, word.strip_prefix('-')) {
                ("any", _) => policy.addresses = Addresses::Any,
                ("public", _) => policy.addresses = Addresses::Public,
                ("none", _) => policy.addresses = Addresses::Listed,
                (_, Some(denied)) => policy.deny.push(denied.parse()?),
                (allowed, None) => policy.allow.push(allowed.parse()?),
            }
        }
        Ok(policy)
    }
}

/// What a rule of a policy is about: `example.org`, `*.example.org`, `example.org:8080`,
/// `127.0.0.1:8890`, `[::1]:80`, `10.0.0.0/8`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    target: Target,
    port: Option<u16>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Target {
    /// A host by its name, in lower case.
    Host(String),
    /// All hosts below a name.
    Below(String),
    /// The addresses that begin with the same bits.
    Net(IpAddr, u8),
}

impl Rule {
    fn fits(&self, host: &str, port: u16, ip: IpAddr) -> bool {
        let host = host.trim_end_matches('.');
        let at_port = self.port.is_none_or(|wanted| wanted == port);
        at_port
            && match &self.target {
                Target::Host(name) => name.eq_ignore_ascii_case(host),
                Target::Below(name) => {
                    let host = host.to_ascii_lowercase();
                    let above = host.strip_suffix(&**name);
                    above.is_some_and(|above| above.ends_with('.'))
                }
                Target::Net(net, bits) => is_within(ip.to_canonical(), *net, *bits),
            }
    }
}

impl FromStr for Rule {
    type Err = Error;

    fn from_str(given: &str) -> Result<Self, Error> {
        let wrong = |reason: &str| Error::NotAnAddress {
            given: given.to_owned(),
            reason: reason.to_owned(),
        };
        let text = given.trim();
        if let Some((net, bits)) = text.split_once('/') {
            let net = net.trim_matches(['[', ']']);
            let net: IpAddr = net.parse().map_err(|_| wrong("this is no IP address"))?;
            let most = if net.is_ipv4() { 32 } else { 128 };
            let bits = bits.parse().ok().filter(|bits| *bits <= most);
            let bits = bits.ok_or_else(|| wrong("the number of bits is none"))?;
            return Ok(Self {
                target: Target::Net(net, bits),
                port: None,
            });
        }
        // An IPv6 address has colons of its own.
        if let Ok(ip) = text.trim_matches(['[', ']']).parse::<IpAddr>() {
            return Ok(Self {
                target: one(ip),
                port: None,
            });
        }
        let (host, port) = match text.rsplit_once(':') {
            Some((host, port)) => {
                let port = port.parse().map_err(|_| wrong("the port is no number"))?;
                (host, Some(port))
            }
            None => (text, None),
        };
        let name = host.trim_end_matches('.').to_ascii_lowercase();
        let target = match host.trim_matches(['[', ']']).parse::<IpAddr>() {
            Ok(ip) => one(ip),
            Err(_) => match name.strip_prefix("*.") {
                Some(name) => Target::Below(name.to_owned()),
                None => Target::Host(name),
            },
        };
        let allowed = |c: char| c.is_alphanumeric() || matches!(c, '-' | '.' | '_');
        match &target {
            Target::Host(name) | Target::Below(name)
                if name.is_empty() || !name.chars().all(allowed) =>
            {
                Err(wrong("this is neither a host nor a range of addresses"))
            }
            _ => Ok(Self { target, port }),
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.target {
            Target::Host(name) => write!(f, "{name}")?,
            Target::Below(name) => write!(f, "*.{name}")?,
            Target::Net(IpAddr::V4(ip), 32) => write!(f, "{ip}")?,
            Target::Net(IpAddr::V6(ip), 128) => write!(f, "[{ip}]")?,
            Target::Net(net, bits) => write!(f, "{net}/{bits}")?,
        }
        match self.port {
            Some(port) => write!(f, ":{port}"),
            None => Ok(()),
        }
    }
}

fn one(ip: IpAddr) -> Target {
    let ip = ip.to_canonical();
    Target::Net(ip, if ip.is_ipv4() { 32 } else { 128 })
}

fn is_within(ip: IpAddr, net: IpAddr, bits: u8) -> bool {
    match (ip, net) {
        (IpAddr::V4(ip), IpAddr::V4(net)) => {
            let mask = u32::MAX.checked_shl(32 - u32::from(bits)).unwrap_or(0);
            (u32::from(ip) ^ u32::from(net)) & mask == 0
        }
        (IpAddr::V6(ip), IpAddr::V6(net)) => {
            let mask = u128::MAX.checked_shl(128 - u32::from(bits)).unwrap_or(0);
            (u128::from(ip) ^ u128::from(net)) & mask == 0
        }
        _ => false,
    }
}

/// What an address is of that is none of the public internet (the registries of special-purpose
/// addresses, RFC 6890 and its successors).
fn range(ip: IpAddr) -> Option<&'static str> {
    match ip {
        IpAddr::V4(ip) => range_v4(ip),
        IpAddr::V6(ip) => range_v6(ip),
    }
}

fn range_v4(ip: Ipv4Addr) -> Option<&'static str> {
    const RANGES: [(&str, u8, &str); 15] = [
        ("0.0.0.0", 8, "unspecified"),
        ("10.0.0.0", 8, "private"),
        ("100.64.0.0", 10, "shared by a provider"),
        ("127.0.0.0", 8, "this machine"),
        ("169.254.0.0", 16, "link-local"),
        ("172.16.0.0", 12, "private"),
        ("192.0.0.0", 24, "reserved"),
        ("192.0.2.0", 24, "documentation"),
        ("192.88.99.0", 24, "reserved"),
        ("192.168.0.0", 16, "private"),
        ("198.18.0.0", 15, "benchmarking"),
        ("198.51.100.0", 24, "documentation"),
        ("203.0.113.0", 24, "documentation"),
        ("224.0.0.0", 4, "multicast"),
        ("240.0.0.0", 4, "reserved"),
    ];
    RANGES.into_iter().find_map(|(net, bits, range)| {
        let net = net.parse().ok()?;
        is_within(ip.into(), net, bits).then_some(range)
    })
}

fn range_v6(ip: Ipv6Addr) -> Option<&'static str> {
    const RANGES: [(&str, u8, &str); 14] = [
        ("::", 128, "unspecified"),
        ("::1", 128, "this machine"),
        ("::ffff:0:0", 96, "an IPv4 address in IPv6"),
        ("::", 96, "an IPv4 address in IPv6"),
        ("fc00::", 7, "private"),
        ("fe80::", 10, "link-local"),
        ("fec0::", 10, "private"),
        ("ff00::", 8, "multicast"),
        ("2001::", 23, "reserved"),
        ("2001:db8::", 32, "documentation"),
        ("2002::", 16, "an IPv4 address in IPv6"),
        ("3fff::", 20, "documentation"),
        ("64:ff9b:1::", 48, "private"),
        ("100::", 64, "reserved"),
    ];
    let known = RANGES.into_iter().find_map(|(net, bits, range)| {
        let net = net.parse().ok()?;
        is_within(ip.into(), net, bits).then_some(range)
    });
    let net = |net: &str, bits| net.parse().is_ok_and(|net| is_within(ip.into(), net, bits));
    if known.is_some() {
        known
    } else if net("64:ff9b::", 96) {
        // A gateway translates it to the IPv4 address in its last bits.
        let [.., a, b, c, d] = ip.octets();
        range_v4(Ipv4Addr::new(a, b, c, d))
    } else if net("2000::", 3) {
        None
    } else {
        Some("reserved")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn the_public_internet_is_told_from_the_rest() {
        for public in [
            "8.8.8.8",
            "1.1.1.1",
            "172.15.255.255",
            "172.32.0.1",
            "100.63.0.1",
            "2606:4700::1111",
            "64:ff9b::808:808",
        ] {
            assert_eq!(range(ip(public)), None, "{public}");
        }
        for not_public in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "100.64.0.1",
            "127.0.0.1",
            "127.255.255.255",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "198.19.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:8.8.8.8",
            "fd00::1",
            "fe80::1",
            "ff02::1",
            "2001::1",
            "2002:7f00:1::",
            "64:ff9b::7f00:1",
            "64:ff9b::a9fe:a9fe",
            "4000::1",
        ] {
            assert!(range(ip(not_public)).is_some(), "{not_public}");
        }
    }

    #[test]
    fn rules_are_read_and_written() {
        for (text, written) in [
            ("Example.org", "example.org"),
            ("*.example.org:8080", "*.example.org:8080"),
            ("10.0.0.0/8", "10.0.0.0/8"),
            ("127.0.0.1:8890", "127.0.0.1:8890"),
            ("::1", "[::1]"),
            ("[::1]:80", "[::1]:80"),
            ("fd00::/8", "fd00::/8"),
        ] {
            assert_eq!(text.parse::<Rule>().unwrap().to_string(), written);
        }
        for text in [
            "",
            "*.",
            "a/8",
            "10.0.0.0/33",
            "host:port",
            "a b",
            "http://a",
        ] {
            assert!(text.parse::<Rule>().is_err(), "{text}");
        }
    }

    #[test]
    fn denying_wins_and_no_spelling_escapes_it() {
        let policy = Policy::any()
            .allow("127.0.0.1".parse().unwrap())
            .deny("127.0.0.0/8".parse().unwrap())
            .deny("*.evil.example".parse().unwrap());
        for (host, address, allowed) in [
            ("a.example", "8.8.8.8", true),
            ("a.example", "127.0.0.1", false),
            ("a.example", "::ffff:127.0.0.1", false),
            ("x.evil.example", "8.8.8.8", false),
            ("x.EVIL.example.", "8.8.8.8", false),
            ("notevil.example", "8.8.8.8", true),
        ] {
            let checked = policy.check(host, 80, ip(address));
            assert_eq!(checked.is_ok(), allowed, "{host} {address}");
        }
    }

    #[test]
    fn a_list_is_all_there_is() {
        let policy = Policy::listed().allow("a.example:443".parse().unwrap());
        assert!(policy.check("a.example", 443, ip("8.8.8.8")).is_ok());
        assert!(policy.check("a.example", 80, ip("8.8.8.8")).is_err());
        assert_eq!(
            policy.check("b.example", 443, ip("8.8.8.8")),
            Err(Refusal::NotListed)
        );
    }
}

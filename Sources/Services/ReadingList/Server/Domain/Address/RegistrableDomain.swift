/// The registrable domain of a host: one label more than its public suffix (https://publicsuffix.org).
///
/// A last label is a public suffix by itself; those of several labels are a compact list: common second-level domains
/// of countries, and hosts that give each user a subdomain. A host whose suffix is missing here is taken for one label
/// longer or shorter than it is, which groups links less well and breaks nothing.
enum RegistrableDomain {
    /// The site of a host: `blog.example.co.uk` is `example.co.uk`. Numbers and single labels are their own.
    static func of(_ host: String) -> String {
        let bare = host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
        guard bare.contains("."), !HostName.isAddress(bare) else { return bare }
        let labels = bare.split(separator: ".")
        let count = suffixLabels(labels) + 1
        return labels.count <= count ? bare : labels.suffix(count).joined(separator: ".")
    }

    private static func suffixLabels(_ labels: [Substring]) -> Int {
        guard labels.count >= 2 else { return 1 }
        if labels.count >= 3, shared.contains(labels.suffix(3).joined(separator: ".")) { return 3 }
        let (second, last) = (labels[labels.count - 2], labels[labels.count - 1])
        if shared.contains("\(second).\(last)") { return 2 }
        guard let levels = secondLevels[String(last)] else { return 1 }
        return levels.contains(second) ? 2 : 1
    }

    private static let usual: Set<Substring> = [
        "com", "co", "net", "org", "edu", "gov", "ac", "mil", "info", "gob", "gouv",
    ]

    /// The second levels under which names are registered, by country.
    private static let secondLevels: [String: Set<Substring>] = {
        var levels: [String: Set<Substring>] = [:]
        let countries = """
            ae af ag ai al am ao ar at au az ba bb bd bh bn bo br bs bw by bz ci ck cn co cr cu cw cy dm do dz ec eg es et fj \
            fk fr ge gg gh gi gr gt gu gy hk hn ht hu id il im in iq ir it je jm jo jp ke kg kh kp kr kw ky kz lb lc lk lr ls \
            lv ly ma md me mg mk ml mm mo ms mt mu mv mw mx my mz na ng ni np nr nz om pa pe pf pg ph pk pl pr ps pt py qa ro \
            rs ru rw sa sb sc sd sg sl sn so sr st sv sy sz th tj tm tn tr tt tw tz ua ug uk us uy uz vc ve vi vn ye za zm zw
            """
        for country in countries.split(whereSeparator: \.isWhitespace) { levels[String(country)] = usual }
        // Domains of these countries are registered at the second level.
        for country in ["es", "fr", "it", "ro", "us", "me", "ru", "at"] { levels[country] = [] }
        let more: [String: String] = [
            "uk": "co org me ltd plc net sch ac gov nhs police", "au": "com net org edu gov asn id csiro",
            "nz": "co net org govt ac school geek gen kiwi maori iwi", "jp": "co ne or ac go ed gr ad lg",
            "kr": "co ne or re pe go ac hs ms es sc",
            "br": "com net org gov edu art blog eco ind inf jor jus leg log tv adv",
            "il": "co org net ac gov muni idf k12", "tr": "com net org edu gov bel pol av dr bbs name tel info biz tv",
            "tw": "com net org edu gov idv game ebiz club", "th": "co in ac go or net mi",
            "za": "co org net ac gov web law nom",
            "in": "co net org firm gen ind ac edu res gov nic", "id": "co or ac go sch web net my desa biz mil",
            "at": "co or ac gv", "hu": "co info org tm sport", "pl": "com net org edu gov info biz waw",
            "cy": "com ac net org",
            "ua": "com net org edu gov kiev kyiv lviv odessa in", "es": "com nom org gob edu",
            "fr": "asso com gouv nom prd tm",
            "it": "gov edu", "ru": "com net org pp msk spb ac edu gov", "ro": "com org info store tm",
            "us": "k12 lib state",
            "me": "co net org edu ac gov", "cn": "com net org edu gov ac", "hk": "com net org edu gov idv",
            "pt": "com edu gov org",
        ]
        for (country, names) in more { levels[country, default: []].formUnion(names.split(separator: " ")) }
        return levels
    }()

    /// Hosts that give each user a subdomain.
    private static let shared: Set<String> = [
        "github.io", "gitlab.io", "codeberg.page", "netlify.app", "vercel.app", "now.sh", "pages.dev", "workers.dev",
        "web.app",
        "firebaseapp.com", "appspot.com", "herokuapp.com", "fly.dev", "onrender.com", "glitch.me", "surge.sh", "r2.dev",
        "azurewebsites.net", "cloudfront.net", "s3.amazonaws.com", "readthedocs.io", "readthedocs.org", "blogspot.com",
        "wordpress.com", "tumblr.com", "substack.com", "neocities.org", "bearblog.dev", "hashnode.dev", "typepad.com",
        "livejournal.com", "altervista.org", "free.fr", "narod.ru", "over-blog.com", "wixsite.com", "weebly.com",
        "translate.goog",
    ]
}

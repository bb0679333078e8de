/// Parameters that say where a click came from and nothing about the page.
enum TrackingParameters {
    /// A query without tracking parameters. The rest keeps its order, which can matter.
    static func strip(_ query: String, host: String) -> String {
        guard !query.isEmpty else { return "" }
        let site = RegistrableDomain.of(host)
        let own = bySite[site] ?? bySite[siteName(site)] ?? []
        return query.split(separator: "&").filter { parameter in
            let name = parameter.prefix { $0 != "=" }.lowercased()
            return !isTracking(name) && !own.contains(name)
        }
        .joined(separator: "&")
    }

    private static func isTracking(_ name: String) -> Bool {
        everywhere.contains(name) || prefixes.contains { name.hasPrefix($0) }
    }

    /// `amazon.co.uk` and `amazon.de` are both `amazon.`.
    private static func siteName(_ site: String) -> String { site.prefix { $0 != "." } + "." }

    private static let prefixes = [
        "utm_", "mtm_", "matomo_", "pk_", "piwik_", "hsa_", "stm_", "at_custom", "ns_mchannel", "ns_campaign", "pf_rd_",
        "pd_rd_", "guce_", "__cft__",
    ]

    private static let everywhere: Set<String> = [
        // Advertising networks.
        "fbclid", "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "msclkid", "yclid", "twclid", "ttclid", "li_fat_id",
        "igshid", "igsh", "srsltid", "_openstat", "rb_clickid", "wickedid", "s_kwcid", "ef_id", "irclickid", "epik",
        // Mailing and marketing.
        "mc_cid", "mc_eid", "mkt_tok", "_hsenc", "_hsmi", "__hssc", "__hstc", "__hsfp", "hsctatracking", "oly_anon_id",
        "oly_enc_id", "vero_id", "vero_conv", "ml_subscriber", "ml_subscriber_hash", "__s", "cmpid", "xtor", "s_cid",
        "at_medium", "at_campaign", "wt_mc", "wt.mc_id", "trk_contact", "trk_msg", "trk_module", "trk_sid",
        // Analytics and sharing.
        "_ga", "_gl", "_branch_match_id", "_branch_referrer", "ref_src", "ref_url", "guccounter", "mibextid",
        "share_id", "rdt", "sfnsn",
    ]

    /// Tracking parameters of one site that may mean something elsewhere.
    private static let bySite: [String: Set<String>] = [
        "youtube.com": ["si", "feature", "pp", "ab_channel", "embeds_referring_euri", "source_ve_path"],
        "youtu.be": ["si", "feature"],
        "spotify.com": ["si", "pi", "dl_branch", "context", "_branch_match_id"],
        "apple.com": ["itsct", "itscg", "ct", "at", "uo"],
        "twitter.com": ["s", "t"], "x.com": ["s", "t"],
        "instagram.com": ["hl", "img_index"],
        "tiktok.com": ["_r", "_t", "is_from_webapp", "is_copy_url", "sender_device", "web_id", "share_app_id"],
        "facebook.com": ["__tn__", "ref", "refsrc", "fref", "hc_ref", "paipv", "eav"],
        "linkedin.com": ["trk", "trackingid", "lipi", "refid"],
        "reddit.com": ["context", "ref", "ref_source"],
        "medium.com": ["source"],
        "nytimes.com": ["smid", "smtyp", "unlocked_article_code", "referringsource"],
        "bilibili.com": ["spm_id_from", "vd_source", "share_source", "share_medium", "from_spmid"],
        "soundcloud.com": ["si", "in"],
        "amazon.": ["ref", "ref_", "tag", "psc", "qid", "sr", "keywords", "crid", "sprefix", "linkcode", "linkid"],
        "ebay.": ["_trkparms", "_trksid", "hash"],
        "aliexpress.": ["spm", "scm", "algo_pvid", "algo_expid"],
    ]
}

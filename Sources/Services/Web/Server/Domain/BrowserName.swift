/// What a browser is called in the list of devices.
enum BrowserName {
    private static let browsers = [
        ("Edg/", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]
    private static let systems = [
        ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS X", "Mac"),
        ("Linux", "Linux"),
    ]

    /// The name by what a browser says about itself: `Firefox on Linux`.
    static func text(_ agent: String?) -> String {
        guard let agent else { return "Browser" }
        let browser = browsers.first { agent.contains($0.0) }?.1 ?? "Browser"
        return systems.first { agent.contains($0.0) }.map { "\(browser) on \($0.1)" } ?? browser
    }
}

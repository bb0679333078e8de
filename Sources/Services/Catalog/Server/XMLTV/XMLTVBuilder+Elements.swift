/// What the elements inside channels and programmes mean.
extension XMLTVBuilder {
    private static let maximumShortCharacters = 200

    mutating func startInChannel(_ element: XMLTVElement, depth: Int, _ attributes: some XMLAttributes) {
        guard depth == 1 else { return }
        switch element {
        case .displayName:
            textLanguage = attributes.text("lang")
            collectText()
        case .number:
            collectText()
        case .icon:
            if channel?.icon.isEmpty == true { channel?.icon = attributes.text("src").trimmingSpaces() }
        default: return
        }
    }

    mutating func setInChannel(_ element: XMLTVElement) {
        let value = collected(limit: limits.maximumTitleCharacters)
        guard !value.isEmpty, var channel else { return }
        self.channel = nil
        if element == .displayName, channel.names.count < limits.maximumValues {
            channel.names.append(XMLTVText(value, language: textLanguage))
        } else if element == .number {
            channel.number = value
        }
        self.channel = channel
    }

    mutating func startInProgramme(
        _ element: XMLTVElement, parent: XMLTVElement, depth: Int, _ attributes: some XMLAttributes
    ) {
        if depth == 2 {
            switch parent {
            case .credits where element.role != nil:
                textRole = attributes.text("role").trimmingSpaces()
                collectText()
            case .rating where element == .value, .starRating where element == .value, .video where element == .quality:
                collectText()
            default: return
            }
            return
        }
        guard depth == 1 else { return }
        switch element {
        case .title, .subTitle, .desc, .category, .keyword:
            textLanguage = attributes.text("lang")
            collectText()
        case .date, .language, .originalLanguage, .country, .url, .image, .catchupID:
            collectText()
        case .episodeNumber, .rating, .starRating:
            textSystem = attributes.text("system").trimmingSpaces()
            // Some write the value without its element.
            collectText()
        case .length:
            textSystem = attributes.text("units")
            collectText()
        case .icon:
            if programme?.icon.isEmpty == true { programme?.icon = attributes.text("src").trimmingSpaces() }
        case .previouslyShown:
            programme?.isRepeat = true
            let start = attributes.text("start")
            guard !start.isEmpty else { return }
            let seconds = time(start)
            programme?.previousStart = seconds
        case .premiere: programme?.isPremiere = true
        case .lastChance: programme?.isLastChance = true
        case .new: programme?.isNew = true
        case .live: programme?.isLive = true
        case .subtitles: programme?.hasSubtitles = true
        default: return
        }
    }

    mutating func set(_ element: XMLTVElement, parent: XMLTVElement, depth: Int) {
        // Taken out while it is changed, so that its arrays are not copied.
        guard var item = programme else { return }
        programme = nil
        defer { programme = item }
        if depth == 2 { return setNested(element, parent: parent, in: &item) }
        switch element {
        case .title: add(to: &item.titles, limit: limits.maximumTitleCharacters)
        case .subTitle: add(to: &item.subTitles, limit: limits.maximumTitleCharacters)
        case .desc: add(to: &item.descriptions, limit: limits.maximumOverviewCharacters)
        case .category: add(to: &item.categories, limit: Self.maximumShortCharacters)
        case .keyword: add(to: &item.keywords, limit: Self.maximumShortCharacters)
        case .date: item.date = short()
        case .language: item.language = short()
        case .originalLanguage: item.originalLanguage = short()
        case .country: if item.country.isEmpty { item.country = short() }
        case .url: if item.url.isEmpty { item.url = short(2_000) }
        case .image: if item.icon.isEmpty { item.icon = short(2_000) }
        case .catchupID: item.catchupID = short()
        case .episodeNumber:
            let text = short()
            guard !text.isEmpty, item.episodeNumbers.count < limits.maximumValues else { return }
            item.episodeNumbers.append(XMLTVEpisodeNumber(system: textSystem, text: text))
        case .length: item.lengthSeconds = length(short())
        case .rating, .starRating: addRating(element, to: &item)
        default: return
        }
    }

    private mutating func setNested(_ element: XMLTVElement, parent: XMLTVElement, in item: inout XMLTVProgramme) {
        switch parent {
        case .credits:
            let name = short()
            guard !name.isEmpty, let role = element.role, item.credits.count < limits.maximumCredits else { return }
            item.credits.append(XMLTVCredit(role: role, name: name, character: textRole))
        case .rating, .starRating: addRating(parent, to: &item)
        case .video:
            let quality = short().uppercased()
            item.isHighDefinition = ["HDTV", "HD", "UHD", "4K", "FHD", "1080P", "720P", "2160P"].contains(quality)
        default: return
        }
    }

    private mutating func addRating(_ element: XMLTVElement, to item: inout XMLTVProgramme) {
        let text = short()
        guard !text.isEmpty else { return }
        if element == .rating {
            guard item.ratings.count < limits.maximumValues else { return }
            item.ratings.append(Certification(text, system: textSystem))
        } else if item.starRatings.count < limits.maximumValues, let rating = XMLTVStarRating(text, system: textSystem)
        {
            item.starRatings.append(rating)
        }
    }

    private mutating func add(to texts: inout [XMLTVText], limit: Int) {
        let value = collected(limit: limit)
        guard !value.isEmpty, texts.count < limits.maximumValues else { return }
        texts.append(XMLTVText(value, language: textLanguage))
    }

    private mutating func short(_ limit: Int = maximumShortCharacters) -> String { collected(limit: limit) }

    private func length(_ text: String) -> Int? {
        guard let number = Double(text), number >= 0, number < 100_000 else { return nil }
        switch textSystem.lowercased() {
        case "hours": return Int(number * 3600)
        case "seconds": return Int(number)
        default: return Int(number * 60)
        }
    }
}

internal import ProfilesAPI

extension Noun {
    static let device = Noun(
        name: "device", plural: "devices", code: ProfilesProblem.Code.unknownDevice.rawValue,
        advice: "`hearth device list` shows them all.", kind: .device)
}

extension Resolver {
    /// A device by its id, name or row.
    func device(_ text: String) async throws -> Device {
        let wanted = try row(text, .device) ?? text
        let all = try await gateway.send(Profiles.ListDevices()).devices
        let candidates = all.map { device in
            Candidate(
                id: device.id, name: device.description.name, note: device.description.platform, value: device)
        }
        return try await find(wanted, .device, among: candidates).value
    }
}

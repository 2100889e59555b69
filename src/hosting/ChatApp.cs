using Microsoft.AspNetCore.ResponseCompression;
using Microsoft.AspNetCore.StaticFiles;
using System.Text.RegularExpressions;

/// <summary>
/// Serves the chat app from wwwroot/, which holds the files of dist/, on the provider's own origin.
/// Call AddChatApp before Build, UseChatApp as the first middleware, and MapChatApp beside MapHub.
/// </summary>
public static partial class ChatApp
{
    [GeneratedRegex(@"^/[\w-]+\.[0-9a-f]{12}\.js$")]
    private static partial Regex HashedFile { get; }

    /// <summary>Compresses the app's files and the JSON of the API.</summary>
    public static void AddChatApp(this IServiceCollection services) => services.AddResponseCompression(options =>
    {
        options.EnableForHttps = true;
        options.MimeTypes =
            [.. ResponseCompressionDefaults.MimeTypes, "image/svg+xml", "application/manifest+json", "application/problem+json"];
    });

    /// <summary>Sends the app's files, and headers with every response of the host.</summary>
    public static void UseChatApp(this IApplicationBuilder app)
    {
        app.Use((context, next) =>
        {
            var path = context.Request.Path;
            context.Response.OnStarting(() =>
            {
                SetHeaders(path, context.Response);
                return Task.CompletedTask;
            });
            // Browsers request this icon if a document names none, such as an upload in its own tab.
            if (path == "/favicon.ico") context.Request.Path = "/favicon.svg";
            return next(context);
        });
        app.UseResponseCompression();
        var types = new FileExtensionContentTypeProvider();
        types.Mappings[".txt"] = "text/plain; charset=utf-8";
        app.UseDefaultFiles();
        app.UseStaticFiles(new StaticFileOptions { ContentTypeProvider = types });
    }

    /// <summary>
    /// Sends the page for every path without a dot, except paths of an endpoint, the REST API, the hub or the uploads.
    /// The app routes these paths in the browser.
    /// </summary>
    public static void MapChatApp(this IEndpointRouteBuilder app) =>
        app.MapFallbackToFile("{**path:regex(^(?!(api|uploads)/|chatHub66)[^.]*$)}", "index.html");

    private static void SetHeaders(PathString path, HttpResponse response)
    {
        var headers = response.Headers;
        headers.XContentTypeOptions = "nosniff";
        headers["Referrer-Policy"] = "no-referrer";
        headers["Cross-Origin-Opener-Policy"] = "same-origin";
        headers["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()";
        headers.StrictTransportSecurity = "max-age=31536000";
        var isCall = path.StartsWithSegments("/api") || path.StartsWithSegments("/chatHub66");
        var isHashed = HashedFile.IsMatch(path) && response.StatusCode is 200 or 206 or 304;
        var isUpload = path.StartsWithSegments("/uploads");
        // An upload that a browser shows as a page runs no script and has no access to the origin's storage.
        // The rest of the page's policy is in index.html; frame-ancestors works in a header only.
        headers.ContentSecurityPolicy = isUpload ? "default-src 'none'; sandbox"
            : isCall ? "default-src 'none'; frame-ancestors 'none'"
            : "frame-ancestors 'none'";
        // The provider may set a lifetime for its uploads.
        if (isUpload && headers.CacheControl.Count > 0) return;
        headers.CacheControl = isUpload ? "private, no-cache"
            : isCall ? "no-store"
            : isHashed ? "public, max-age=31536000, immutable"
            : "no-cache";
    }
}
